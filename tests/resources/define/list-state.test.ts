import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ListState, listRequest, readState, writeState } from '../../../admin/derive/list/list-state.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import { choice, date, flag, instant, list, money, reference, text } from '../../../resources/define/fields.ts'
import { PERIODS } from '../../../resources/define/periods.ts'
import { resource } from '../../../resources/define/resource.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'

const lanes = resource({
  group: 'masters',
  name: 'lane',
  title: 'Lanes',
  purpose: 'Made up, to have a field of every kind.',
  key: ['name'],
  fields: {
    name: text(),
    sbuId: reference('sbu'),
    mode: choice(['ROAD', 'AIR', 'RAIL']),
    days: list(['MON', 'TUE']),
    rate: money(),
    isFast: flag(),
    since: date(),
    seenAt: instant(),
    validFrom: date(),
    validTo: date(),
  },
  access: {},
})

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(at => at.toISOString().slice(0, 10))
const ends = <Value>(one: fc.Arbitrary<Value>) =>
  fc.tuple(fc.option(one), fc.option(one)).filter(([a, b]) => a !== null || b !== null)
const filter: fc.Arbitrary<ColumnFilter> = fc.oneof(
  fc.string({ minLength: 1 }).map(value => ({ field: 'name', operator: 'contains' as const, value })),
  fc.string({ minLength: 1 }).map(value => ({ field: 'name', operator: 'starts' as const, value })),
  fc.constantFrom(...PERIODS).map(value => ({ field: 'since', operator: 'within' as const, value })),
  ends(fc.maxSafeInteger()).map(value => ({ field: 'rate', operator: 'between' as const, value })),
  ends(day).map(value => ({ field: 'since', operator: 'between' as const, value })),
  fc
    .uniqueArray(fc.constantFrom('ROAD', 'AIR', 'RAIL'), { minLength: 1 })
    .map(value => ({ field: 'mode', operator: 'in' as const, value })),
  fc
    .uniqueArray(fc.integer({ min: 1 }), { minLength: 1 })
    .chain(value =>
      fc.constantFrom('in' as const, 'nin' as const).map(operator => ({ field: 'sbuId', operator, value })),
    ),
  fc.boolean().map(value => ({ field: 'isFast', operator: 'eq' as const, value })),
  fc
    .constantFrom('null' as const, 'nnull' as const)
    .map(operator => ({ field: 'seenAt', operator, value: true as const })),
)
const group = fc.uniqueArray(filter, { selector: one => one.field })
const state: fc.Arbitrary<ListState> = fc.record({
  q: fc.string(),
  active: fc.constantFrom('active' as const, 'inactive' as const, 'all' as const),
  on: fc.option(fc.oneof(day, fc.constant('today')), { nil: undefined }),
  page: fc.integer({ min: 1, max: 500 }),
  size: fc.constantFrom(10, 20, 50, 100),
  sort: fc.uniqueArray(
    fc.record({
      field: fc.constantFrom('name', 'rate', 'since'),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { selector: sorter => sorter.field },
  ),
  filters: group,
  anyOf: fc.array(
    group.filter(({ length }) => length > 0),
    { maxLength: 5 },
  ),
  // A master has no groups.
  grouping: fc.constant(undefined),
  beside: fc.constant(undefined),
  bridge: fc.boolean(),
})

describe('the state of a list', () => {
  it('is parsed from the address as it was written', () => {
    fc.assert(
      fc.property(state, kept => {
        expect(readState(lanes, new URLSearchParams(writeState(kept).toString()))).toEqual(kept)
      }),
    )
  })

  it('is absent from the address in the standard state', () => {
    expect(writeState(readState(lanes, new URLSearchParams())).toString()).toBe('')
  })

  it('accepts any address, and never queries an undeclared field or option', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), query => {
        expect(readState(lanes, new URLSearchParams(query)).page).toBeGreaterThanOrEqual(1)
      }),
    )
    const odd = readState(
      lanes,
      new URLSearchParams(
        'f.secret=eq.1&f.constructor=eq.1&f.mode=in.SHIP&f.rate=between.x~&sort=hack,-name,name&size=7&page=-3&on=never',
      ),
    )
    expect(odd).toMatchObject({
      filters: [],
      sort: [{ field: 'name', order: 'desc' }],
      size: 20,
      page: 1,
      on: undefined,
    })
  })

  it('becomes an API query, sorted finally by the id so that pages are stable', () => {
    const asked = listRequest(
      lanes,
      readState(
        lanes,
        new URLSearchParams('q=vrl&active=all&on=2026-04-01&f.rate=between.100~&f.mode=in.ROAD~AIR&sort=-rate'),
      ),
    )
    expect(asked.query).toEqual({ q: 'vrl', asOn: '2026-04-01' })
    expect(queryFrom({ ...asked, pagination: { currentPage: 3, pageSize: 50 } })).toEqual({
      rate: { $gte: 100 },
      mode: { $in: ['ROAD', 'AIR'] },
      $sort: { rate: -1, id: 1 },
      $limit: 50,
      $skip: 100,
    })
  })

  it('shows active rows by default', () => {
    expect(listRequest(lanes, readState(lanes, new URLSearchParams())).query).toEqual({ isActive: true })
  })

  it('covers whole Indian days when it filters an instant by days', () => {
    const asked = listRequest(lanes, readState(lanes, new URLSearchParams('f.seenAt=between.2026-04-01~2026-04-02')))
    expect(queryFrom(asked)).toMatchObject({
      seenAt: { $gte: '2026-03-31T18:30:00.000Z', $lte: '2026-04-02T18:29:59.999Z' },
    })
  })
})

describe('filters of a list', () => {
  const asked = (address: string, today = '2026-11-20') => {
    const { filters, query } = listRequest(lanes, readState(lanes, new URLSearchParams(address)), today)
    return { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query }
  }

  it('resolve relative periods as of today', () => {
    expect(asked('f.since=within.this-fy')).toEqual({
      since: { $gte: '2026-04-01', $lte: '2027-03-31' },
      isActive: true,
      validTo: { $gte: '2026-11-20' },
    })
    expect(asked('f.since=within.next-30-days', '2026-12-20')).toMatchObject({
      since: { $gte: '2026-12-20', $lte: '2027-01-19' },
    })
    expect(asked('f.seenAt=within.today')).toMatchObject({
      seenAt: { $gte: '2026-11-19T18:30:00.000Z', $lte: '2026-11-20T18:29:59.999Z' },
    })
    expect(asked('on=today')).toEqual({ asOn: '2026-11-20', isActive: true })
  })

  it('leave out what has ended, unless it, a day or an end is asked for', () => {
    expect(asked('')).toEqual({ isActive: true, validTo: { $gte: '2026-11-20' } })
    expect(asked('active=inactive')).toEqual({ $or: [{ isActive: false }, { validTo: { $lt: '2026-11-20' } }] })
    expect(asked('active=all')).toEqual({})
    expect(asked('f.validTo=between.2026-04-01~2026-04-30')).toMatchObject({ isActive: true })
    expect(asked('on=2026-04-01&active=inactive')).toEqual({ asOn: '2026-04-01', isActive: false })
  })

  it('start with the rows in effect today where declared, until any day is chosen', () => {
    const current = { ...lanes, currentOnly: true }
    const on = (address: string) => readState(current, new URLSearchParams(address))
    expect(on('').on).toBe('today')
    expect(on('on=2026-04-01').on).toBe('2026-04-01')
    const any = on('on=any')
    expect([any.on, listRequest(current, any).query]).toEqual(['any', { isActive: true }])
    expect(readState(current, writeState(any))).toEqual(any)
    expect(readState(lanes, new URLSearchParams('on=any')).on).toBeUndefined()
  })

  it('can exclude values, and match the beginning of a text', () => {
    expect(asked('f.mode=nin.AIR~RAIL&f.name=starts.VR')).toMatchObject({
      mode: { $nin: ['AIR', 'RAIL'] },
      name: { $starts: 'VR' },
    })
  })

  it('all hold together, and of alternative groups any one suffices', () => {
    expect(asked('active=all&f.mode=in.AIR&a.sbuId=in.1&a.name=contains.x&b.isFast=eq.true')).toEqual({
      mode: { $in: ['AIR'] },
      $or: [{ $and: [{ sbuId: { $in: [1] } }, { name: { $contains: 'x' } }] }, { $and: [{ isFast: true }] }],
    })
  })

  it('ignore operators that a column does not support', () => {
    for (const odd of [
      'f.rate=starts.1',
      'f.mode=within.today',
      'f.since=within.someday',
      'f.since=within.last-0-days',
    ])
      expect([odd, asked(`active=all&${odd}`)]).toEqual([odd, {}])
  })
})

describe('the query of the API', () => {
  it('combines several conditions on one field with $and', () => {
    const filters = [
      { field: 'name', operator: 'contains' as const, value: 'a' },
      { field: 'name', operator: 'startswith' as const, value: 'b' },
    ]
    expect(queryFrom({ filters, pagination: { mode: 'off' } })).toEqual({
      $and: [{ name: { $contains: 'a' } }, { name: { $starts: 'b' } }],
    })
  })

  it('omits empty filters, and refuses an unknown operator', () => {
    const nothing = [
      { field: 'name', operator: 'contains' as const, value: '' },
      { field: 'mode', operator: 'in' as const, value: [] },
    ]
    expect(queryFrom({ filters: nothing, pagination: { mode: 'off' } })).toEqual({})
    expect(() => queryFrom({ filters: [{ field: 'name', operator: 'ncontains', value: 'a' }] })).toThrow('ncontains')
  })
})
