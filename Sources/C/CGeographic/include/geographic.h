// Geodesics and grids of GeographicLib, for callers that speak C.
//
// All angles are in degrees and all lengths in metres; the ellipsoid is WGS 84. A function that can
// refuse its input returns zero then, and leaves its results as they are.

#ifndef ORESEN_GEOGRAPHIC_H
#define ORESEN_GEOGRAPHIC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The shortest way between two places: its length, and its azimuths at both ends.
typedef struct {
    double length;
    double start_azimuth;
    double end_azimuth;
} geographic_way;

// A place on a geodesic, and the azimuth there.
typedef struct {
    double latitude;
    double longitude;
    double azimuth;
} geographic_end;

// A place of the grids UTM (zones 1 to 60) and UPS (zone 0).
typedef struct {
    int zone;
    int is_northern;
    double easting;
    double northing;
    // The angle from true north to the grid's, and the length on the grid of a metre.
    double convergence;
    double scale;
} geographic_grid;

// A latitude beyond a pole has no way: all of it is NaN.
geographic_way geographic_inverse(
    double latitude, double longitude, double to_latitude, double to_longitude);

geographic_end geographic_direct(
    double latitude, double longitude, double azimuth, double length);

// The place in a zone; -1 for the usual zone of the place.
int geographic_to_grid(
    double latitude, double longitude, int zone, geographic_grid *grid);

int geographic_from_grid(
    int zone, int is_northern, double easting, double northing, double *latitude,
    double *longitude);

// A reference of the Military Grid Reference System with a number of digits for each coordinate,
// which ends with a zero byte; 0 if it needs more room.
int geographic_to_mgrs(
    double latitude, double longitude, int digits, char *text, size_t room);

// The middle of the square of a reference, and how many digits each coordinate has: -1 for a zone
// alone, and 0 for one with the letters of a square of 100 km.
int geographic_from_mgrs(
    const char *text, double *latitude, double *longitude, int *digits);

#ifdef __cplusplus
}
#endif

#endif
