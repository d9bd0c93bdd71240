import { dayText, momentText } from '../../define/show.ts'
import { type StatusReader, statusText } from '../lr-status.ts'
import { factsOf, type Said, type SaidFact, type SayingEvent, saidFacts } from './facts.ts'
import { type Effect, replay } from './journey.ts'
import type { When } from './order.ts'

/** When an event was, as far as it was said: a day, or a day with its hour. */
export const whenText = ({ eventOn, eventAt }: When): string =>
  eventAt === null ? dayText(eventOn) : momentText(eventAt)

/** The facts of an LR in a sentence about an event. */
const named: Partial<Record<SaidFact, string>> = {
  lrNo: 'LR no',
  vehicleNo: 'vehicle',
  driverName: 'driver',
  driverMobile: 'mobile of the driver',
  sealNo: 'seal',
  partBVehicleNo: 'vehicle on the e-way bill',
}

/** How an event that does not move its LR says so, as a sentence. */
export function staysText(event: When, events: readonly SayingEvent[], reader: StatusReader): string {
  const { status, last } = replay(events)!
  const later =
    last.eventOn > event.eventOn
      ? 'for a later day'
      : event.eventAt !== null && last.eventAt !== null
        ? 'for a later hour'
        : 'for later on that day'
  return `The LR stays “${statusText(status, reader)}”, which was reported ${later}.`
}

/** What whoever reports an event is told of it besides its columns; `events` are all of its LR, with it. */
export function toldOf(
  event: SayingEvent,
  effect: Exclude<Effect, object>,
  events: readonly SayingEvent[],
  reader: StatusReader,
): string[] {
  const status = () => statusText(replay(events)!.status, reader)
  const sentences =
    effect === 'is older'
      ? [`Recorded. ${staysText(event, events, reader)}`]
      : effect === 'awaits the desk'
        ? [`Recorded. The LR stays “${status()}” until the dispatch desk confirms it.`]
        : []
  return effect === 'awaits the desk' ? sentences : [...sentences, ...factsTold(event, effect, factsOf(events))]
}

function factsTold(event: SayingEvent, effect: Effect, now: Said): string[] {
  const said = saidFacts.filter(name => named[name] && event[name] !== null)
  const text = (names: readonly SaidFact[]) => names.map(name => `${named[name]} ${event[name]}`).join(', ')
  const taken = said.filter(name => event[name] === now[name])
  const passed = said.filter(name => event[name] !== now[name])
  const receiver = event.receivedBy !== null && effect === 'is older' ? receiverTold(event, now) : []
  return [
    ...(effect === 'is older' && taken.length > 0 ? [`The LR has taken ${text(taken)}.`] : []),
    ...passed.map(
      name =>
        `The LR keeps ${named[name]} ${now[name]}, which was reported for later: ${event[name]} is only recorded.`,
    ),
    ...receiver,
  ]
}

const receiverTold = ({ receivedBy }: Said, now: Said): string[] =>
  receivedBy === now.receivedBy
    ? [`The LR has taken received by ${receivedBy}.`]
    : [`The LR keeps received by ${now.receivedBy ?? '–'}: ${receivedBy} is only recorded.`]
