#include "geographic.h"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/MGRS.hpp>
#include <GeographicLib/UTMUPS.hpp>
#include <cstring>
#include <exception>
#include <string>

using namespace GeographicLib;

namespace {
// No exception may leave a function that C calls.
template <typename Body>
int attempt(Body body) {
    try {
        return body();
    } catch (const std::exception &) {
        return 0;
    }
}
}  // namespace

geographic_way geographic_inverse(
    double latitude, double longitude, double to_latitude, double to_longitude) {
    geographic_way way;
    Geodesic::WGS84().Inverse(
        latitude, longitude, to_latitude, to_longitude, way.length, way.start_azimuth,
        way.end_azimuth);
    return way;
}

geographic_end geographic_direct(
    double latitude, double longitude, double azimuth, double length) {
    geographic_end end;
    Geodesic::WGS84().Direct(
        latitude, longitude, azimuth, length, end.latitude, end.longitude, end.azimuth);
    return end;
}

int geographic_to_grid(double latitude, double longitude, int zone, geographic_grid *grid) {
    return attempt([&] {
        geographic_grid found;
        bool is_northern;
        UTMUPS::Forward(
            latitude, longitude, found.zone, is_northern, found.easting, found.northing,
            found.convergence, found.scale, zone < 0 ? int(UTMUPS::STANDARD) : zone);
        if (found.zone == UTMUPS::INVALID) return 0;
        found.is_northern = is_northern;
        *grid = found;
        return 1;
    });
}

int geographic_from_grid(
    int zone, int is_northern, double easting, double northing, double *latitude,
    double *longitude) {
    return attempt([&] {
        double found_latitude, found_longitude;
        UTMUPS::Reverse(
            zone, is_northern != 0, easting, northing, found_latitude, found_longitude);
        *latitude = found_latitude;
        *longitude = found_longitude;
        return 1;
    });
}

int geographic_to_mgrs(
    double latitude, double longitude, int digits, char *text, size_t room) {
    return attempt([&] {
        int zone;
        bool is_northern;
        double easting, northing;
        std::string reference;
        UTMUPS::Forward(latitude, longitude, zone, is_northern, easting, northing);
        MGRS::Forward(zone, is_northern, easting, northing, latitude, digits, reference);
        if (zone == UTMUPS::INVALID || reference.size() >= room) return 0;
        std::memcpy(text, reference.c_str(), reference.size() + 1);
        return 1;
    });
}

int geographic_from_mgrs(
    const char *text, double *latitude, double *longitude, int *digits) {
    return attempt([&] {
        int zone, precision;
        bool is_northern;
        double easting, northing, found_latitude, found_longitude;
        MGRS::Reverse(text, zone, is_northern, easting, northing, precision, true);
        if (zone == UTMUPS::INVALID) return 0;
        UTMUPS::Reverse(
            zone, is_northern, easting, northing, found_latitude, found_longitude);
        *latitude = found_latitude;
        *longitude = found_longitude;
        *digits = precision;
        return 1;
    });
}
