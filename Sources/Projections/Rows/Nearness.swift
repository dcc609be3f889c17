import Foundation

/// A point on the earth and a distance around it.
public struct Nearness: Hashable, Sendable {
  /// The latitude in degrees, -90 to 90.
  public var latitude: Double
  /// The longitude in degrees, -180 to 180.
  public var longitude: Double
  /// The greatest distance along the great circle.
  public var metres: Double

  /// The places at most `metres` away from a point.
  public init(latitude: Double, longitude: Double, metres: Double) {
    (self.latitude, self.longitude, self.metres) = (latitude, longitude, metres)
  }

  /// The mean radius of the earth (IUGG).
  private static let earthRadiusMetres = 6_371_008.8

  /// Returns `true` if a place is near; its coordinates are in degrees.
  public func contains(latitude: Double, longitude: Double) -> Bool {
    distanceMetres(latitude: latitude, longitude: longitude) <= metres
  }

  /// Returns the distance of a place along the great circle (haversine); its coordinates are in degrees.
  public func distanceMetres(latitude: Double, longitude: Double) -> Double {
    let (here, there) = (radians(self.latitude), radians(latitude))
    let northward = sin((there - here) / 2)
    let eastward = sin(radians(longitude - self.longitude) / 2)
    let haversine = northward * northward + cos(here) * cos(there) * eastward * eastward
    // Rounding may leave antipodes a little above 1.
    return 2 * Self.earthRadiusMetres * asin(min(1, haversine.squareRoot()))
  }

  private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
