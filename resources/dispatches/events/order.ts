import { instantOf } from '../../define/dates.ts'
import type { DeliveryStatus } from '../../trade.ts'
import { follows } from '../lr-process.ts'

/** When something happened: a business day, and the instant where an hour was said. */
export interface When {
  eventOn: string
  eventAt: string | null
}

/** An event, as far as its place in the journey asks. */
export interface Placed extends When {
  id: number
  eventCode: DeliveryStatus
  voidNo: number
}

/**
 * The events of an LR in the order of the journey: the booking, then by their day and, where both say one, by their hour.
 * A day without an hour comes after what was entered before of that day and is not later in the flow. What is entered
 * later changes the order of no two others. They must be all events of the LR.
 */
export function inOrder<Event extends Placed>(events: readonly Event[]): Event[] {
  const places = placesOf(events)
  const isBooking = ({ eventCode }: Event) => (eventCode === 'BOOKED' ? 0 : 1)
  return events.toSorted((a, b) => {
    const [one, other] = [places.get(a.id)!, places.get(b.id)!]
    return isBooking(a) - isBooking(b) || (one < other ? -1 : one > other ? 1 : a.id - b.id)
  })
}

/** Behind which instant each event stands; those of one instant follow each other as they were entered. */
function placesOf(events: readonly Placed[]): Map<number, string> {
  const places = new Map<number, string>()
  const entered: Placed[] = []
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    const earlier = entered
      .filter(one => one.eventOn === event.eventOn && one.voidNo === 0 && mayFollow(one.eventCode, event.eventCode))
      .map(({ id }) => places.get(id)!)
    places.set(event.id, event.eventAt ?? earlier.toSorted().at(-1) ?? instantOf(event.eventOn))
    entered.push(event)
  }
  return places
}

/** A proof may say less than was reported as delivered. */
const mayFollow = (before: DeliveryStatus, after: DeliveryStatus) =>
  before !== 'BOOKED' && (follows(before, after) || (before === 'DELIVERED' && after === 'PARTIAL_DELIVERED'))

/** Whether an event that is entered now comes before one of those of its LR. */
export function comesBefore(
  event: When & Pick<Placed, 'eventCode'>,
  other: Pick<Placed, 'id'>,
  events: readonly Placed[],
): boolean {
  const added = { ...event, id: Number.MAX_SAFE_INTEGER, voidNo: 0 }
  const order = inOrder([...events, added])
  return order.indexOf(added) < order.findIndex(({ id }) => id === other.id)
}
