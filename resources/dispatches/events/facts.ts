import type { TrackingEvent } from '../tracking-event.ts'
import { counts, hasArrived, type RecordedEvent } from './journey.ts'
import { inOrder } from './order.ts'

/** What an event may say of its LR; each is then what the latest valid event says that says it at all. */
export const saidFacts = [
  ...(['lrNo', 'transporterId', 'vehicleNo', 'driverName', 'driverMobile'] as const),
  ...(['partBVehicleNo', 'partBAt', 'sealNo', 'temperature'] as const),
] as const
export type SaidFact = (typeof saidFacts)[number]

/** What an event says of its LR. */
export type Said = Pick<TrackingEvent, SaidFact | 'receivedBy'>

/** An event with what it says. */
export type SayingEvent = RecordedEvent & Said

/** The facts of an LR as its journey says them; null where no valid event says one. */
export function factsOf(events: readonly SayingEvent[]): Said {
  const live = inOrder(events).filter(counts)
  const latest = <F extends SaidFact>(name: F) => live.findLast(event => event[name] !== null)?.[name] ?? null
  const facts = Object.fromEntries(saidFacts.map(name => [name, latest(name)])) as Pick<Said, SaidFact>
  const taken = live.findLast(({ eventCode, receivedBy }) => hasArrived(eventCode) && receivedBy !== null)
  return { ...facts, receivedBy: taken?.receivedBy ?? null }
}

/** The latest valid event that says one of these facts; undefined where none does. */
export const whoSays = <Event extends SayingEvent>(
  events: readonly Event[],
  names: readonly SaidFact[],
): Event | undefined =>
  inOrder(events)
    .filter(counts)
    .findLast(event => names.some(name => event[name] !== null))
