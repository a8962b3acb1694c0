// libdbus, loaded for the first connection to a bus.
//
// Without a bus it is not needed. It brings seven more libraries, and every symbol of a library
// loaded later (a graphics driver has tens of thousands) would be looked for in them first. The
// types of the functions are those of its header, so a call is checked like any other.

import CDBus
import Platform

/// The functions of libdbus in use.
struct BusLibrary: Sendable {
    let busSetUniqueName: DBusBusSetUniqueNameCall
    let connectionAddFilter: DBusConnectionAddFilterCall
    let connectionClose: DBusConnectionCloseCall
    let connectionDispatch: DBusConnectionDispatchCall
    let connectionOpenPrivate: DBusConnectionOpenPrivateCall
    let connectionSendWithReply: DBusConnectionSendWithReplyCall
    let connectionSetExitOnDisconnect: DBusConnectionSetExitOnDisconnectCall
    let connectionSetTimeoutFunctions: DBusConnectionSetTimeoutFunctionsCall
    let connectionSetWatchFunctions: DBusConnectionSetWatchFunctionsCall
    let connectionUnref: DBusConnectionUnrefCall
    let free: DBusFreeCall
    let messageGetInterface: DBusMessageGetInterfaceCall
    let messageGetMember: DBusMessageGetMemberCall
    let messageGetPath: DBusMessageGetPathCall
    let messageGetType: DBusMessageGetTypeCall
    let messageIterAppendBasic: DBusMessageIterAppendBasicCall
    let messageIterCloseContainer: DBusMessageIterCloseContainerCall
    let messageIterGetArgType: DBusMessageIterGetArgTypeCall
    let messageIterGetBasic: DBusMessageIterGetBasicCall
    let messageIterGetElementType: DBusMessageIterGetElementTypeCall
    let messageIterGetSignature: DBusMessageIterGetSignatureCall
    let messageIterInit: DBusMessageIterInitCall
    let messageIterInitAppend: DBusMessageIterInitAppendCall
    let messageIterNext: DBusMessageIterNextCall
    let messageIterOpenContainer: DBusMessageIterOpenContainerCall
    let messageIterRecurse: DBusMessageIterRecurseCall
    let messageNewMethodCall: DBusMessageNewMethodCallCall
    let messageUnref: DBusMessageUnrefCall
    let pendingCallSetNotify: DBusPendingCallSetNotifyCall
    let pendingCallStealReply: DBusPendingCallStealReplyCall
    let pendingCallUnref: DBusPendingCallUnrefCall
    let timeoutGetEnabled: DBusTimeoutGetEnabledCall
    let timeoutGetInterval: DBusTimeoutGetIntervalCall
    let timeoutHandle: DBusTimeoutHandleCall
    let watchGetEnabled: DBusWatchGetEnabledCall
    let watchGetFlags: DBusWatchGetFlagsCall
    let watchGetUnixFD: DBusWatchGetUnixFDCall
    let watchHandle: DBusWatchHandleCall

    /// The library; nil if the machine has no suitable one.
    static let shared = DynamicLibrary("libdbus-1.so.3").flatMap { try? BusLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        busSetUniqueName = try library.function("dbus_bus_set_unique_name")
        connectionAddFilter = try library.function("dbus_connection_add_filter")
        connectionClose = try library.function("dbus_connection_close")
        connectionDispatch = try library.function("dbus_connection_dispatch")
        connectionOpenPrivate = try library.function("dbus_connection_open_private")
        connectionSendWithReply = try library.function("dbus_connection_send_with_reply")
        connectionSetExitOnDisconnect = try library.function(
            "dbus_connection_set_exit_on_disconnect")
        connectionSetTimeoutFunctions = try library.function(
            "dbus_connection_set_timeout_functions")
        connectionSetWatchFunctions = try library.function(
            "dbus_connection_set_watch_functions")
        connectionUnref = try library.function("dbus_connection_unref")
        free = try library.function("dbus_free")
        messageGetInterface = try library.function("dbus_message_get_interface")
        messageGetMember = try library.function("dbus_message_get_member")
        messageGetPath = try library.function("dbus_message_get_path")
        messageGetType = try library.function("dbus_message_get_type")
        messageIterAppendBasic = try library.function("dbus_message_iter_append_basic")
        messageIterCloseContainer = try library.function("dbus_message_iter_close_container")
        messageIterGetArgType = try library.function("dbus_message_iter_get_arg_type")
        messageIterGetBasic = try library.function("dbus_message_iter_get_basic")
        messageIterGetElementType = try library.function("dbus_message_iter_get_element_type")
        messageIterGetSignature = try library.function("dbus_message_iter_get_signature")
        messageIterInit = try library.function("dbus_message_iter_init")
        messageIterInitAppend = try library.function("dbus_message_iter_init_append")
        messageIterNext = try library.function("dbus_message_iter_next")
        messageIterOpenContainer = try library.function("dbus_message_iter_open_container")
        messageIterRecurse = try library.function("dbus_message_iter_recurse")
        messageNewMethodCall = try library.function("dbus_message_new_method_call")
        messageUnref = try library.function("dbus_message_unref")
        pendingCallSetNotify = try library.function("dbus_pending_call_set_notify")
        pendingCallStealReply = try library.function("dbus_pending_call_steal_reply")
        pendingCallUnref = try library.function("dbus_pending_call_unref")
        timeoutGetEnabled = try library.function("dbus_timeout_get_enabled")
        timeoutGetInterval = try library.function("dbus_timeout_get_interval")
        timeoutHandle = try library.function("dbus_timeout_handle")
        watchGetEnabled = try library.function("dbus_watch_get_enabled")
        watchGetFlags = try library.function("dbus_watch_get_flags")
        watchGetUnixFD = try library.function("dbus_watch_get_unix_fd")
        watchHandle = try library.function("dbus_watch_handle")
    }
}
