import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf } from '../../resources/define/dates.ts'
import { factsOf, type SayingEvent, saidFacts } from '../../resources/dispatches/events/facts.ts'
import { replay } from '../../resources/dispatches/events/journey.ts'
import { comesBefore, inOrder } from '../../resources/dispatches/events/order.ts'
import { toldOf } from '../../resources/dispatches/events/told.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../resources/trade.ts'

let last = 0
const nothing = Object.fromEntries([...saidFacts, 'receivedBy'].map(name => [name, null])) as unknown as SayingEvent
/** An event of a day, with an hour of India where one was said. */
const noted = (
  eventCode: DeliveryStatus,
  eventOn: string,
  hour: string | null = null,
  more: Partial<SayingEvent> = {},
): SayingEvent => ({
  ...nothing,
  id: ++last,
  eventCode,
  eventOn,
  eventAt: hour === null ? null : instantOf(eventOn, hour),
  moves: true,
  confirmation: 'NOT_NEEDED',
  voidNo: 0,
  settles: false,
  ...more,
})
const codes = (events: readonly SayingEvent[]) => inOrder(events).map(({ eventCode }) => eventCode)

describe('the events of an LR in their order', () => {
  it('put the booking first, whenever it was written', () => {
    const events = [noted('BOOKED', '2026-11-20', '11:00'), noted('DELIVERED', '2026-11-20', '08:45')]
    expect(codes(events)).toEqual(['BOOKED', 'DELIVERED'])
    expect(comesBefore({ eventCode: 'DELIVERED', eventOn: '2026-11-12', eventAt: null }, events[0]!, events)).toBe(
      false,
    )
    expect(replay(events)).toMatchObject({ status: 'DELIVERED', deliveredOn: '2026-11-20' })
  })

  it('put a day without an hour after what was entered of that day and comes earlier in the flow', () => {
    const events = [
      noted('BOOKED', '2026-11-20', '11:00'),
      noted('IN_TRANSIT', '2026-11-21'),
      noted('OUT_FOR_DELIVERY', '2026-11-21', '09:00'),
      noted('DELIVERED', '2026-11-21', '16:00'),
      noted('AT_HUB', '2026-11-21'),
      noted('IN_TRANSIT', '2026-11-22', '08:00'),
    ]
    expect(codes(events)).toEqual(['BOOKED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'AT_HUB', 'DELIVERED', 'IN_TRANSIT'])
  })

  it('put a proof that says less than was delivered after the delivery', () => {
    const delivered = noted('DELIVERED', '2026-11-21', '16:00')
    const events = [noted('BOOKED', '2026-11-20', '11:00'), delivered]
    const short = { eventCode: 'PARTIAL_DELIVERED', eventOn: '2026-11-21', eventAt: null } as const
    expect(comesBefore(short, delivered, events)).toBe(false)
    expect(comesBefore({ ...short, eventCode: 'UNDELIVERED' }, delivered, events)).toBe(true)
  })

  const anyEvent = fc.record({
    code: fc.constantFrom(...deliveryStatuses),
    day: fc.constantFrom('2026-11-20', '2026-11-21'),
    hour: fc.option(fc.constantFrom('08:00', '12:00', '16:00')),
  })
  const anyEvents = fc.array(anyEvent, { maxLength: 9 }).map(all => all.map(one => noted(one.code, one.day, one.hour)))

  it('have one order, in whatever order they are read, by day and by hour', () => {
    fc.assert(
      fc.property(anyEvents, fc.gen(), (events, draw) => {
        const shuffled = draw(fc.shuffledSubarray, events, { minLength: events.length })
        const order = inOrder(events)
        expect(inOrder(shuffled)).toEqual(order)
        const moving = order.filter(({ eventCode }) => eventCode !== 'BOOKED')
        moving.slice(1).forEach((event, index) => {
          expect(moving[index]!.eventOn <= event.eventOn).toBe(true)
        })
        const hours = moving.flatMap(({ eventAt }) => eventAt ?? [])
        expect(hours).toEqual(hours.toSorted())
      }),
    )
  })

  it('keep their order among each other when another is entered', () => {
    fc.assert(
      fc.property(anyEvents, anyEvent, (events, next) => {
        const added = noted(next.code, next.day, next.hour)
        expect(inOrder([...events, added]).filter(one => one !== added)).toEqual(inOrder(events))
      }),
    )
  })
})

describe('the facts of an LR', () => {
  const booking = noted('BOOKED', '2026-11-20', '11:00', { lrNo: 'KOP1', transporterId: 1, vehicleNo: 'MH04AB1' })

  it('are what the latest valid event says that says them', () => {
    const moved = noted('AT_HUB', '2026-11-21', null, { vehicleNo: 'MH04AB2', sealNo: 'S7' })
    const onward = noted('IN_TRANSIT', '2026-11-22', null, { lrNo: 'B77', transporterId: 2 })
    expect(factsOf([booking, moved, onward])).toMatchObject({
      ...{ lrNo: 'B77', transporterId: 2, vehicleNo: 'MH04AB2', sealNo: 'S7', driverName: null },
    })
    expect(factsOf([booking, { ...moved, voidNo: moved.id }])).toMatchObject({ vehicleNo: 'MH04AB1', sealNo: null })
    const awaited = noted('LOST', '2026-11-23', null, { vehicleNo: 'MH04AB9', confirmation: 'AWAITED', moves: false })
    expect(factsOf([booking, moved, awaited])).toMatchObject({ vehicleNo: 'MH04AB2' })
  })

  it('are those of a later day although an older one is entered after it, and whoever enters it is told', () => {
    const arrived = noted('DELIVERED', '2026-11-22', '16:00', { vehicleNo: 'MH04AB2' })
    const older = noted('AT_HUB', '2026-11-21', null, { moves: false, vehicleNo: 'MH04AB3', sealNo: 'S9' })
    const all = [booking, arrived, older]
    expect(factsOf(all)).toMatchObject({ vehicleNo: 'MH04AB2', sealNo: 'S9' })
    expect(toldOf(older, 'is older', all, 'staff')).toEqual([
      'Recorded. The LR stays “Delivered”, which was reported for a later day.',
      'The LR has taken seal S9.',
      'The LR keeps vehicle MH04AB2, which was reported for later: MH04AB3 is only recorded.',
    ])
    expect(toldOf(arrived, 'moves', all, 'staff')).toEqual([])
  })

  it('name who received the goods, also by a report that came late', () => {
    const arrived = noted('DELIVERED', '2026-11-22', '16:00')
    const older = noted('DELIVERED', '2026-11-22', '15:00', { moves: false, receivedBy: 'R. Shah' })
    expect(factsOf([booking, arrived, older]).receivedBy).toBe('R. Shah')
    expect(toldOf(older, 'is older', [booking, arrived, older], 'transporter')).toEqual([
      'Recorded. The LR stays “Delivered”, which was reported for a later hour.',
      'The LR has taken received by R. Shah.',
    ])
  })
})
