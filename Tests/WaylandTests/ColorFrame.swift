import CWaylandClient
import Glibc
import WaylandClientProtocols

@testable import Wayland

extension Window {
    /// Commits a frame of one colour (0xAARRGGBB, premultiplied) from shared memory, without a GPU.
    func commitColor(_ color: UInt32) throws(WaylandError) {
        let size = bufferSize
        let stride = size.width * 4
        let length = stride * size.height
        let descriptor = memfd_create("oresen-frame", 1)
        guard descriptor >= 0, ftruncate(descriptor, length) == 0, let shm = connection.shm else {
            throw .refused(what: "memfd_create", reason: String(cString: strerror(errno)))
        }
        defer { Glibc.close(descriptor) }
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            throw .refused(what: "mmap", reason: String(cString: strerror(errno)))
        }
        memory.bindMemory(to: UInt32.self, capacity: length / 4)
            .update(repeating: color, count: length / 4)
        munmap(memory, length)
        let pool = shm.createPool(fd: descriptor, size: Int32(length))
        let buffer = pool.createBuffer(
            offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(stride),
            format: .argb8888)
        pool.destroy()
        buffer.events = { [weak buffer] event in
            switch event {
            case .release: buffer?.destroy()
            }
        }
        commitFrame {
            surface.attach(buffer: buffer, x: 0, y: 0)
            surface.damage(x: 0, y: 0, width: Int32.max, height: Int32.max)
            surface.commit()
        }
    }
}
