// The functions of libdbus in use. The library is loaded when a bus is connected to (`BusLibrary`).
//
// The declarations are this project's own: the library's pkg-config module would link it, and its
// headers cannot be found without that module. They follow the reference of the low-level API of
// libdbus-1.so.3, whose binary interface has not changed since 2006. The tests use all of them on a
// bus.

#include <stdint.h>

typedef struct DBusConnection DBusConnection;
typedef struct DBusMessage DBusMessage;
typedef struct DBusPendingCall DBusPendingCall;
typedef struct DBusWatch DBusWatch;
typedef struct DBusTimeout DBusTimeout;

// Space for an iterator of a message; its contents are private to the library.
typedef struct {
    void *places[2];
    uint32_t numbers[10];
    void *others[2];
} DBusMessageIter;

typedef uint32_t dbus_bool_t;

enum { DBUS_MESSAGE_TYPE_METHOD_RETURN = 2, DBUS_MESSAGE_TYPE_SIGNAL = 4 };
typedef enum { DBUS_HANDLER_RESULT_HANDLED, DBUS_HANDLER_RESULT_NOT_YET_HANDLED } DBusHandlerResult;
typedef enum { DBUS_DISPATCH_DATA_REMAINS, DBUS_DISPATCH_COMPLETE } DBusDispatchStatus;
typedef enum {
    DBUS_WATCH_READABLE = 1,
    DBUS_WATCH_WRITABLE = 2,
    DBUS_WATCH_ERROR = 4,
    DBUS_WATCH_HANGUP = 8
} DBusWatchFlags;

typedef void (*DBusFreeFunction)(void *data);
typedef dbus_bool_t (*DBusAddWatchFunction)(DBusWatch *watch, void *data);
typedef void (*DBusWatchFunction)(DBusWatch *watch, void *data);
typedef dbus_bool_t (*DBusAddTimeoutFunction)(DBusTimeout *timeout, void *data);
typedef void (*DBusTimeoutFunction)(DBusTimeout *timeout, void *data);
typedef DBusHandlerResult (*DBusHandleMessageFunction)(
    DBusConnection *connection, DBusMessage *message, void *data);
typedef void (*DBusPendingCallNotifyFunction)(DBusPendingCall *call, void *data);

typedef void (*DBusFreeCall)(void *memory);
typedef dbus_bool_t (*DBusBusSetUniqueNameCall)(DBusConnection *connection, const char *name);
typedef dbus_bool_t (*DBusConnectionAddFilterCall)(
    DBusConnection *connection, DBusHandleMessageFunction function, void *data,
    DBusFreeFunction free);
typedef void (*DBusConnectionCloseCall)(DBusConnection *connection);
typedef DBusDispatchStatus (*DBusConnectionDispatchCall)(DBusConnection *connection);
typedef DBusConnection *(*DBusConnectionOpenPrivateCall)(const char *address, void *error);
typedef dbus_bool_t (*DBusConnectionSendWithReplyCall)(
    DBusConnection *connection, DBusMessage *message, DBusPendingCall **call, int milliseconds);
typedef void (*DBusConnectionSetExitOnDisconnectCall)(
    DBusConnection *connection, dbus_bool_t exits);
typedef dbus_bool_t (*DBusConnectionSetTimeoutFunctionsCall)(
    DBusConnection *connection, DBusAddTimeoutFunction add, DBusTimeoutFunction remove,
    DBusTimeoutFunction toggled, void *data, DBusFreeFunction free);
typedef dbus_bool_t (*DBusConnectionSetWatchFunctionsCall)(
    DBusConnection *connection, DBusAddWatchFunction add, DBusWatchFunction remove,
    DBusWatchFunction toggled, void *data, DBusFreeFunction free);
typedef void (*DBusConnectionUnrefCall)(DBusConnection *connection);
typedef const char *(*DBusMessageGetInterfaceCall)(DBusMessage *message);
typedef const char *(*DBusMessageGetMemberCall)(DBusMessage *message);
typedef const char *(*DBusMessageGetPathCall)(DBusMessage *message);
typedef int (*DBusMessageGetTypeCall)(DBusMessage *message);
typedef dbus_bool_t (*DBusMessageIterAppendBasicCall)(
    DBusMessageIter *iterator, int type, const void *value);
typedef dbus_bool_t (*DBusMessageIterCloseContainerCall)(
    DBusMessageIter *iterator, DBusMessageIter *inner);
typedef int (*DBusMessageIterGetArgTypeCall)(DBusMessageIter *iterator);
typedef void (*DBusMessageIterGetBasicCall)(DBusMessageIter *iterator, void *value);
typedef int (*DBusMessageIterGetElementTypeCall)(DBusMessageIter *iterator);
typedef char *(*DBusMessageIterGetSignatureCall)(DBusMessageIter *iterator);
typedef dbus_bool_t (*DBusMessageIterInitCall)(DBusMessage *message, DBusMessageIter *iterator);
typedef void (*DBusMessageIterInitAppendCall)(DBusMessage *message, DBusMessageIter *iterator);
typedef dbus_bool_t (*DBusMessageIterNextCall)(DBusMessageIter *iterator);
typedef dbus_bool_t (*DBusMessageIterOpenContainerCall)(
    DBusMessageIter *iterator, int type, const char *signature, DBusMessageIter *inner);
typedef void (*DBusMessageIterRecurseCall)(DBusMessageIter *iterator, DBusMessageIter *inner);
typedef DBusMessage *(*DBusMessageNewMethodCallCall)(
    const char *destination, const char *path, const char *interface, const char *member);
typedef void (*DBusMessageUnrefCall)(DBusMessage *message);
typedef dbus_bool_t (*DBusPendingCallSetNotifyCall)(
    DBusPendingCall *call, DBusPendingCallNotifyFunction function, void *data,
    DBusFreeFunction free);
typedef DBusMessage *(*DBusPendingCallStealReplyCall)(DBusPendingCall *call);
typedef void (*DBusPendingCallUnrefCall)(DBusPendingCall *call);
typedef dbus_bool_t (*DBusTimeoutGetEnabledCall)(DBusTimeout *timeout);
typedef int (*DBusTimeoutGetIntervalCall)(DBusTimeout *timeout);
typedef dbus_bool_t (*DBusTimeoutHandleCall)(DBusTimeout *timeout);
typedef dbus_bool_t (*DBusWatchGetEnabledCall)(DBusWatch *watch);
typedef unsigned int (*DBusWatchGetFlagsCall)(DBusWatch *watch);
typedef int (*DBusWatchGetUnixFDCall)(DBusWatch *watch);
typedef dbus_bool_t (*DBusWatchHandleCall)(DBusWatch *watch, unsigned int flags);
