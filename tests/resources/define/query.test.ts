import { FeathersError } from '@feathersjs/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ListQuery, readQuery } from '../../../api/derive/list/query.ts'
import { customer } from '../../../resources/access-control/customer.ts'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import type { Resource } from '../../../resources/define/resource.ts'

const resource: Resource = customer
const readable = [...readableNames(resource), ...extrasOf(resource)].filter(name => name !== 'pan')
const read = (asked: Record<string, unknown>) => readQuery(resource, asked, readable)

/** Names as a client may send them: real ones, misleading ones, and noise. */
const name = fc.oneof(
  fc.constantFrom(...readable),
  fc.constantFrom('pan', 'cityId.name', 'cityId.zoneAreaId', 'channelId.', '.code', '__proto__', 'constructor.name'),
  fc.string(),
)
const value = fc.oneof(
  fc.constantFrom('null', 'true', '1', '2026-04-01', 'ACTIVE', '$in', '%', "'"),
  fc.integer(),
  fc.string(),
  fc.constant(null),
)
const operator = fc.constantFrom('$eq', '$ne', '$in', '$nin', '$gt', '$lte', '$contains', '$starts', '$where', 'x')
const term = fc.oneof(
  value,
  fc.dictionary(operator, fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 2 }),
)
const conditions = fc.dictionary(name, term, { maxKeys: 3 })
const asked = fc.record(
  {
    columns: conditions,
    $or: fc.array(conditions, { maxLength: 3 }),
    $sort: fc.dictionary(name, fc.constantFrom(1, -1, '1', 'up'), { maxKeys: 2 }),
    $select: fc.array(fc.oneof(name, fc.constant('*')), { maxLength: 4 }),
    $limit: fc.oneof(fc.integer(), fc.string()),
    $totals: value,
  },
  { requiredKeys: ['columns'] },
)

/** Every column that a query touches. */
const touched = ({ filters, sort, select, totals }: ListQuery): string[] => [
  ...filters
    .flatMap(filter => ('or' in filter ? filter.or.flat() : [filter]))
    .flatMap(one => ('field' in one ? [one.field] : [])),
  ...sort.map(({ field }) => field),
  ...select,
  ...totals,
]

describe('the query of a list', () => {
  it('is parsed or refused with one sentence for each fault, and uses no column that the person may not read', () => {
    fc.assert(
      fc.property(asked, ({ columns, ...words }) => {
        try {
          for (const field of touched(read({ ...columns, ...words }))) expect(readable).toContain(field)
        } catch (error) {
          if (!(error instanceof FeathersError)) throw error
          expect(error.code).toBe(400)
          const faults = (error as unknown as { errors: { message: string }[] }).errors
          expect(faults.length).toBeGreaterThan(0)
          for (const { message } of faults) expect(message).toMatch(/\S/)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('selects the columns of the list by default, with “*” those and others, and never one with several values', () => {
    const standing = read({}).select
    expect(standing).toEqual(expect.arrayContaining(['id', 'code', 'loginStatus']))
    expect(standing).not.toContain('cityId.zoneAreaId.zoneId')
    expect(standing).not.toContain('segmentId')
    const more = read({ $select: ['*', 'cityId.zoneAreaId.zoneId'] }).select
    expect(more.toSorted()).toEqual([...standing, 'cityId.zoneAreaId.zoneId'].toSorted())
    expect(() => read({ $select: ['segmentId'] })).toThrow('Segment may be several of a row')
  })

  it('totals declared and readable columns, when requested', () => {
    expect(read({ $totals: 'true' }).totals).toEqual(['creditLimit'])
    expect(read({}).totals).toEqual([])
    const hidden = readable.filter(one => one !== 'creditLimit')
    expect(readQuery(resource, { $totals: true }, hidden).totals).toEqual([])
  })
})
