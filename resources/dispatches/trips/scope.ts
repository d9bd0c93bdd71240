/** Whose trips a person reads, for everything that belongs to a trip. */
export const withinTrips = {
  DISPATCH: { tripId: 'tripsInMyScope' },
  TRANSPORTER: { tripId: 'tripsInMyScope' },
} as const
