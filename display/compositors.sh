# Functions for starting compositors and watching the viewer; sourced by run and smoke, not run by itself.
#
# Everything started here is remembered and ended by `clean_up`, which the sourcing script traps on EXIT. Waiting is
# always for a thing to happen (a socket, a line in a log or a trace), with a deadline after which we say what is wrong.

children=()
temporaries=()

# A private folder for sockets and logs. It lies directly in /tmp so that another user's compositor may enter it, and
# its name is short because a socket's path holds at most 107 bytes.
private_folder() {
    local folder
    folder=$(mktemp -d /tmp/oresen.XXXXXX)
    temporaries+=("$folder")
    REPLY=$folder
}

clean_up() {
    local status=$? child
    trap - EXIT INT TERM HUP
    for child in "${children[@]}"; do kill -TERM "$child" 2>/dev/null || true; done
    for child in "${children[@]}"; do
        end_of "$child" 3 || kill -KILL "$child" 2>/dev/null || true
    done
    [ ${#temporaries[@]} -eq 0 ] || rm -rf "${temporaries[@]}"
    exit "$status"
}

say() { printf '%s\n' "$*" >&2; }

is_alive() { kill -0 "$1" 2>/dev/null && [ "$(process_state "$1")" != Z ]; }

# The letter of a process's state; its name, which may hold anything, ends at the last bracket.
process_state() {
    local line
    { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
    line=${line##*) }
    printf '%s' "${line%% *}"
}

# wait_until SECONDS COMMAND…   true as soon as the command is, false when the time is over
wait_until() {
    local deadline=$((${EPOCHREALTIME/./} + $1 * 1000000))
    shift
    until "$@"; do
        [ "${EPOCHREALTIME/./}" -lt "$deadline" ] || return 1
        sleep 0.05
    done
}

is_gone() { ! is_alive "$1"; }
end_of() { wait_until "$2" is_gone "$1"; }

# A compositor holds a lock on NAME.lock for as long as it lives; one that died leaves the socket behind.
is_socket_served() {
    [ -S "$1" ] || return 1
    [ -r "$1.lock" ] || return 0
    ! flock --nonblock --shared "$1.lock" true
}

# The Wayland display that the environment names, if a compositor serves it.
has_wayland_display() {
    [ -z "${WAYLAND_SOCKET:-}" ] || return 0
    local name=${WAYLAND_DISPLAY:-wayland-0}
    case $name in
    /*) is_socket_served "$name" ;;
    *) [ -n "${XDG_RUNTIME_DIR:-}" ] && is_socket_served "$XDG_RUNTIME_DIR/$name" ;;
    esac
}

is_socket_or_dead() { is_socket_served "$1" || is_gone "$2"; }

# start_weston BACKEND WIDTH HEIGHT [OPTION…]   sets runtime, display, compositor; false when it does not come up
start_weston() {
    local backend=$1 width=$2 height=$3
    shift 3
    private_folder
    runtime=$REPLY
    display="wayland-1"
    weston_log=$runtime/weston.log
    # No panel, no fade and no screen saver: the picture is the viewer's alone, and it is there at once.
    cat >"$runtime/weston.ini" <<'END'
[core]
idle-time=0
repaint-window=16
[shell]
panel-position=none
animation=none
close-animation=none
startup-animation=none
locking=false
background-color=0xff3a3f4a
END
    XDG_RUNTIME_DIR=$runtime weston --backend="$backend-backend.so" --width="$width" --height="$height" \
        --socket="$display" --config="$runtime/weston.ini" --log="$weston_log" "$@" \
        >"$runtime/weston.out" 2>&1 </dev/null &
    compositor=$!
    children+=("$compositor")
    wait_until 20 is_socket_or_dead "$runtime/$display" "$compositor" && is_alive "$compositor"
}

# start_sway WIDTH HEIGHT   sets runtime, display, compositor, SWAYSOCK; false when it does not come up
start_sway() {
    private_folder
    runtime=$REPLY
    cat >"$runtime/sway.conf" <<END
output HEADLESS-1 resolution ${1}x${2} position 0 0
default_border none
xwayland disable
END
    # sway refuses to run as root, so root hands the folder and the program to an ordinary user.
    local as_user=()
    if [ "$(id -u)" -eq 0 ]; then
        chown -R 1000:1000 "$runtime"
        as_user=(setpriv --reuid=1000 --regid=1000 --clear-groups)
    fi
    env -u WAYLAND_DISPLAY -u DISPLAY XDG_RUNTIME_DIR="$runtime" HOME="$runtime" \
        WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman \
        "${as_user[@]}" sway --config "$runtime/sway.conf" >"$runtime/sway.log" 2>&1 </dev/null &
    compositor=$!
    children+=("$compositor")
    wait_until 20 has_sway_sockets "$runtime" "$compositor" && is_alive "$compositor"
}

has_sway_sockets() {
    is_gone "$2" && return 0
    local wayland=("$1"/wayland-[0-9]) ipc=("$1"/sway-ipc.*.sock)
    if ! is_socket_served "${wayland[0]}" || ! [ -S "${ipc[0]}" ]; then return 1; fi
    display=$(basename "${wayland[0]}")
    export SWAYSOCK=${ipc[0]}
}

# start_viewer PROGRAM [ARGUMENT…]   on the display set before; sets viewer, trace, errors
start_viewer() {
    trace=$runtime/trace.jsonl
    errors=$runtime/viewer.err
    : >"$trace"
    # The same path on a machine with a GPU: the headless compositors cannot import its buffers.
    env -u DISPLAY XDG_RUNTIME_DIR="$runtime" WAYLAND_DISPLAY="$display" LIBGL_ALWAYS_SOFTWARE=1 \
        "$1" --library :memory: --trace "$trace" "${@:2}" 2>"$errors" </dev/null &
    viewer=$!
    children+=("$viewer")
}

has_event() { grep -q "\"event\": *\"$2\"" "$1"; }

is_loaded_or_dead() { has_event "$trace" loaded || is_gone "$viewer"; }

# True once the last frame was not part of a motion and nothing has been traced for as long as a label takes to fade.
is_settled() {
    is_gone "$viewer" && return 0
    local last
    last=$(grep '"event": *"frame"' "$trace" | tail -n 1)
    case $last in *'"animating":true'* | *'"animating": true'* | "") return 1 ;; esac
    local age=$(($(date +%s%3N) - $(date -r "$trace" +%s%3N)))
    [ "$age" -ge 500 ]
}

# await_picture SECONDS   until the files are loaded and the picture rests; says what is wrong otherwise
await_picture() {
    if ! wait_until "$1" is_loaded_or_dead; then
        say "the viewer did not finish loading within $1 s; what it said, and the end of its trace:"
        tail -n 5 "$errors" "$trace" >&2
        return 1
    fi
    wait_until 20 is_settled || say "the picture still moves after 20 s; going on"
    if is_gone "$viewer"; then
        local status=0
        wait "$viewer" || status=$?
        cat "$errors" >&2
        say "the viewer ended by itself with exit code $status"
        return 1
    fi
}

# take_screenshot weston|sway FILE.png
take_screenshot() {
    local picture=$2
    mkdir -p "$(dirname "$picture")"
    case $1 in
    weston)
        # It chooses the file's name itself and writes to where it stands.
        (cd "$runtime" && XDG_RUNTIME_DIR=$runtime WAYLAND_DISPLAY=$display weston-screenshooter >&2)
        local shots=("$runtime"/wayland-screenshot-*.png)
        [ -s "${shots[0]}" ] || return 1
        mv "${shots[0]}" "$picture"
        ;;
    sway)
        XDG_RUNTIME_DIR=$runtime WAYLAND_DISPLAY=$display grim "$picture" >&2
        ;;
    esac
}
