import type * as trips from '../../../resources/dispatches/commands/trips.ts'
import { at } from '../../derive/command/ask.ts'

export const tripCandidates = at<typeof trips.showTripCandidates>('GET trip-candidates')
export const planTrip = at<typeof trips.planTrip>('POST trips')
export const addToTrip = at<typeof trips.addToTrip>('POST trip-additions')
export const tripTransporters = at<typeof trips.compareForTrip>('GET trip-transporters')
export const askTransporters = at<typeof trips.askTransporters>('POST trip-offers')
export const tripCosts = at<typeof trips.showTripCosts>('GET trip-costs')
