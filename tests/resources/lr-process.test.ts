import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectOf, newestEvent, type RecordedEvent, replay } from '../../resources/dispatches/events/journey.ts'
import { dispatchStatusOf, type Travelled } from '../../resources/dispatches/invoice-status.ts'
import {
  asDesk,
  asTransporter,
  eventsFor,
  follows,
  type LrSubject,
  reliedUpon,
} from '../../resources/dispatches/lr-process.ts'
import { statusText } from '../../resources/dispatches/lr-status.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../resources/trade.ts'

/** The specified table with its corrections: what may follow each status. */
const table: Record<DeliveryStatus, DeliveryStatus[]> = {
  BOOKED: ['IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY', 'DELIVERED', 'PARTIAL_DELIVERED', 'LOST', 'CANCELLED'],
  IN_TRANSIT: [
    'IN_TRANSIT',
    'AT_HUB',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    'PARTIAL_DELIVERED',
    'UNDELIVERED',
    'RETURNED',
    'LOST',
  ],
  AT_HUB: [
    'IN_TRANSIT',
    'AT_HUB',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    'PARTIAL_DELIVERED',
    'UNDELIVERED',
    'RETURNED',
    'LOST',
  ],
  OUT_FOR_DELIVERY: ['AT_HUB', 'DELIVERED', 'PARTIAL_DELIVERED', 'UNDELIVERED', 'LOST'],
  UNDELIVERED: ['IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY', 'DELIVERED', 'RETURNED', 'LOST'],
  PARTIAL_DELIVERED: ['DELIVERED', 'RETURNED', 'LOST'],
  DELIVERED: [],
  RETURNED: [],
  LOST: [],
  CANCELLED: [],
}

const lr = (more: Partial<LrSubject> = {}): LrSubject => ({
  status: 'BOOKED',
  podStatus: 'NONE',
  billStatus: 'UNBILLED',
  orderIsClosed: false,
  ...more,
})
const now = false
const older = true
const event = (eventCode: DeliveryStatus, more = {}) => ({
  eventCode,
  eventOn: '2026-11-21',
  eventAt: '2026-11-21T06:00:00.000Z',
  remarks: null,
  ...more,
})
const delivered = lr({ status: 'DELIVERED' })
const billed =
  'The transporter’s bill is approved, so the event stays: upload a POD that says otherwise, and Finance decides'
const reason = { remarks: 'Wrong LR number was read out' }

describe('the life of a consignment', () => {
  it.each(deliveryStatuses)('leads from %s where the table says, and nowhere else', from => {
    expect(deliveryStatuses.filter(to => follows(from, to)).sort()).toEqual(table[from].toSorted())
    for (const to of deliveryStatuses) {
      const effect = effectOf(lr({ status: from }), now, event(to), asDesk)
      expect([to, effect === 'moves']).toEqual([to, table[from].includes(to)])
    }
  })

  it.each(deliveryStatuses)('from %s is moved by transporters too, but for cancellations, returns and losses', from => {
    const own = table[from].filter(to => to !== 'CANCELLED')
    expect(eventsFor(lr({ status: from }), asTransporter).sort()).toEqual(own.toSorted())
    for (const to of own) {
      const waits = to === 'RETURNED' || to === 'LOST'
      expect(effectOf(lr({ status: from }), now, event(to), asTransporter)).toBe(waits ? 'awaits the desk' : 'moves')
    }
  })

  it('refuses with a sentence an event that cannot follow', () => {
    expect(effectOf(lr({ status: 'PARTIAL_DELIVERED' }), now, event('AT_HUB'), asDesk)).toEqual({
      field: 'eventCode',
      message:
        'Event must fit the LR, which is “Partly delivered”: choose “Delivered”, “Returned to the sender”, “Lost”',
    })
    expect(effectOf(lr({ status: 'RETURNED' }), now, event('DELIVERED'), asDesk)).toMatchObject({
      message: 'Event must fit the LR, which is “Returned to the sender”: nothing can follow',
    })
    expect(effectOf(lr({ status: 'CANCELLED' }), now, event('DELIVERED'), asDesk)).toMatchObject({
      message: 'The LR is cancelled: nothing can be reported for it',
    })
    expect(effectOf(lr(), now, event('CANCELLED'), asTransporter)).toMatchObject({
      message: 'Event “Cancelled” is for the dispatch desk: ask them',
    })
  })

  it('keeps its status when an older event is reported late, whatever it says', () => {
    for (const code of ['OUT_FOR_DELIVERY', 'AT_HUB', 'LOST'] as const)
      expect(effectOf(delivered, older, event(code), asTransporter)).toBe('is older')
    expect(effectOf(lr(), older, event('CANCELLED'), asDesk)).toMatchObject({ field: 'eventAt' })
    expect(effectOf(lr({ status: 'CANCELLED' }), older, event('IN_TRANSIT'), asDesk)).toHaveProperty('message')
  })

  it('is booked by its LR only once', () => {
    const again = event('BOOKED')
    expect(effectOf(lr(), older, again, asDesk)).toHaveProperty('message')
  })

  it('is cancelled only while there is neither POD nor bill', () => {
    expect(effectOf(lr(), now, event('CANCELLED'), asDesk)).toBe('moves')
    for (const tied of [{ podStatus: 'UPLOADED' }, { billStatus: 'BILLED' }])
      expect(effectOf(lr(tied), now, event('CANCELLED'), asDesk)).toHaveProperty('message')
  })

  it('is reopened from delivered by the dispatch desk, however long ago that was, with a reason', () => {
    const to = ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'PARTIAL_DELIVERED', 'UNDELIVERED'] as const
    expect(eventsFor(delivered, asDesk)).toEqual(to)
    expect(eventsFor(delivered, asTransporter)).toEqual([])
    for (const code of to) {
      const late = event(code, { ...reason, eventOn: '2027-06-30', eventAt: null })
      expect(effectOf(delivered, now, late, asDesk)).toBe('moves')
      expect(effectOf(delivered, now, event(code), asDesk)).toHaveProperty('field', 'remarks')
      expect(effectOf(delivered, now, event(code, reason), asTransporter)).toMatchObject({
        message: 'The LR is delivered: only the dispatch desk can reopen it',
      })
    }
  })

  it.each([
    [{ podStatus: 'ACCEPTED' }, 'The POD is accepted, so the event stays: upload a POD that says otherwise'],
    [{ billStatus: 'APPROVED' }, billed],
    [{ billStatus: 'PAID', podStatus: 'ACCEPTED' }, billed],
    [{ orderIsClosed: true }, 'The order is closed, so the event stays: upload a POD that says otherwise'],
  ])('stays delivered once somebody relied on it: %j', (more, message) => {
    expect(effectOf({ ...delivered, ...more }, now, event('UNDELIVERED', reason), asDesk)).toMatchObject({ message })
    expect(reliedUpon({ ...delivered, ...more })).toBe(message)
  })

  it('is named to each reader in their own words', () => {
    expect(statusText('BOOKED', 'transporter')).toBe('Booked with you')
    expect(statusText('LOST', 'buyer')).toBe('Lost on the way')
    expect(statusText('OUT_FOR_DELIVERY', 'buyer')).toBe(statusText('OUT_FOR_DELIVERY', 'staff'))
  })
})

describe('the events of a consignment, replayed', () => {
  let last = 0
  const noted = (eventCode: DeliveryStatus, hour: number, more: Partial<RecordedEvent> = {}): RecordedEvent => ({
    id: ++last,
    eventCode,
    eventOn: hour >= 19 ? '2026-11-21' : '2026-11-20',
    eventAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
    moves: true,
    confirmation: 'NOT_NEEDED',
    voidNo: 0,
    settles: false,
    ...more,
  })
  const late = { moves: false }

  it('lead to the status and the day of delivery', () => {
    const events = [noted('BOOKED', 1), noted('IN_TRANSIT', 3), noted('DELIVERED', 19)]
    expect(replay(events)).toMatchObject({ status: 'DELIVERED', deliveredOn: '2026-11-21' })
  })

  it('let an event that came late count once a wrong one is void', () => {
    const wrong = noted('DELIVERED', 12, { voidNo: 7 })
    const out = noted('OUT_FOR_DELIVERY', 11, late)
    const again = replay([noted('BOOKED', 1), noted('IN_TRANSIT', 10), wrong, out])
    expect(again).toMatchObject({ status: 'OUT_FOR_DELIVERY', last: out, deliveredOn: null })
  })

  it('pass over what waits for the desk, was declined, or came too late to count', () => {
    const events = [
      noted('BOOKED', 1),
      noted('LOST', 2, late),
      noted('IN_TRANSIT', 3),
      noted('LOST', 4, { moves: false, confirmation: 'AWAITED' }),
      noted('RETURNED', 5, { moves: false, confirmation: 'DECLINED' }),
    ]
    expect(replay(events)).toMatchObject({ status: 'IN_TRANSIT' })
    expect(newestEvent(events)?.eventCode).toBe('LOST')
  })

  it('keep the day on which goods arrived when the rest is given up', () => {
    const events = [noted('BOOKED', 1), noted('PARTIAL_DELIVERED', 5), noted('DELIVERED', 23, { settles: true })]
    expect(replay(events)).toMatchObject({ status: 'DELIVERED', deliveredOn: '2026-11-20' })
  })

  it('have no newest event to void while there is only the booking', () => {
    expect(newestEvent([noted('BOOKED', 1)])).toBeUndefined()
  })

  it('lead, without the newest, to where they led before it was reported', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...deliveryStatuses), { maxLength: 12 }), wished => {
        const events = [noted('BOOKED', 0)]
        for (const code of wished) {
          const before = replay(events)!
          if (!follows(before.status, code)) continue
          const next = noted(code, events.length)
          const after = replay([...events, next])!
          expect(after.status).toBe(code)
          expect(replay([...events, { ...next, voidNo: next.id }])).toEqual(before)
          events.push(next)
        }
      }),
    )
  })
})

describe('an invoice by its goods on LRs', () => {
  const part = (status: Travelled['status'], qty = 10, outcome: Travelled['outcome'] = 'NONE') => ({
    status,
    qty,
    outcome,
  })

  it.each([
    [[], 'PENDING'],
    [[part('BOOKED')], 'ON_LR'],
    [[part('IN_TRANSIT')], 'ON_LR'],
    [[part('UNDELIVERED')], 'ON_LR'],
    [[part('CANCELLED')], 'PENDING'],
    [[part('DELIVERED')], 'DELIVERED'],
    [[part('PARTIAL_DELIVERED')], 'PARTIAL'],
    [[part('RETURNED')], 'RETURNED'],
    [[part('LOST')], 'LOST'],
    [[part('PWC_READY')], 'PWC_READY'],
    [[part('COLLECTED')], 'COLLECTED'],
    [[part('DELIVERED', 4), part('COLLECTED', 6)], 'DELIVERED'],
    [[part('RETURNED', 10, 'SENT_AGAIN')], 'PENDING'],
    [[part('RETURNED', 10, 'SENT_AGAIN'), part('IN_TRANSIT')], 'ON_LR'],
    [[part('RETURNED', 10, 'SETTLED')], 'RETURNED'],
    [[part('BOOKED', 4)], 'PARTIAL'],
    [[part('DELIVERED', 4)], 'PARTIAL'],
    [[part('DELIVERED', 4), part('BOOKED', 6)], 'PARTIAL'],
    [[part('BOOKED', 4), part('IN_TRANSIT', 6)], 'ON_LR'],
    [[part('DELIVERED', 4), part('DELIVERED', 6)], 'DELIVERED'],
    [[part('DELIVERED', 4), part('LOST', 6)], 'LOST'],
    [[part('DELIVERED', 4), part('LOST', 6, 'SETTLED')], 'DELIVERED'],
    [[part('DELIVERED', 4), part('RETURNED', 6)], 'RETURNED'],
  ] as const)('of which %j of 10 have left is %s', (parts, status) => {
    expect(dispatchStatusOf(10, parts)).toBe(status)
  })
})
