import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromQuery, readBody } from '../../../api/derive/command/read-body.ts'
import { told } from '../../../api/derive/command/tell.ts'
import type { Person } from '../../../api/derive/rights/person.ts'
import { code, flag, integer, text } from '../../../resources/define/fields.ts'
import { type Body, either, group, ifSent, many, maybe, open, staffOnly, tag } from '../../../resources/define/shape.ts'

const line = { itemId: integer({ min: 1 }), note: text({ max: 5, optional: true }) }
const body = {
  plant: code({ max: 4 }),
  isUrgent: flag(),
  lines: many(line, { most: 3, least: 1, distinct: 'itemId' }),
  from: group({ x: integer() }, { optional: true }),
}

/** The faults of a body, each as its field and code. */
function faultsOf(shape: Body, sent: unknown) {
  try {
    readBody(shape, sent)
    return []
  } catch (error) {
    return (error as { errors: { field: string; code: string }[] }).errors.map(one => `${one.field} ${one.code}`)
  }
}

describe('the body of a command', () => {
  it('is read with its texts trimmed and normalised, its defaults, and null for what is left out', () => {
    expect(readBody(body, { plant: ' dl1 ', lines: [{ itemId: 1, note: ' ' }] })).toEqual({
      plant: 'DL1',
      isUrgent: false,
      lines: [{ itemId: 1, note: null }],
      from: null,
    })
  })

  it('names everything that is wrong with it at once', () => {
    const sent = {
      plant: 'DL1-TOO',
      lines: [{ itemId: 0 }, { itemId: 2, x: 1 }, { itemId: 2 }],
      from: 7,
      colour: 'red',
    }
    expect(faultsOf(body, sent)).toEqual([
      'colour UNKNOWN_FIELD',
      'plant LENGTH',
      'lines[0].itemId RANGE',
      'lines[1].x UNKNOWN_FIELD',
      'lines[2].itemId DUPLICATE',
      'from TYPE',
    ])
  })

  it('takes an open object as it is, and nothing else in its place', () => {
    const shape = { row: open('As its list takes it'), more: many(open('Another'), { most: 2 }), was: maybe(open('')) }
    const sent = { row: { any: { name: 1 } }, more: [{ b: ' 2 ' }], was: null }
    expect(readBody(shape, sent)).toEqual(sent)
    expect(told(shape, sent, undefined)).toEqual(sent)
    expect(faultsOf(shape, { row: 'x', more: [[]] })).toEqual(['row TYPE', 'more[0] TYPE'])
  })

  it.each([[null], [[]], ['x'], [7]])('that is %j is no object', sent => {
    expect(faultsOf(body, sent)).toEqual([' TYPE'])
  })

  it('says how many more faults there are than the fifty that it names', () => {
    const sent = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`x${at}`, 1]))
    expect(faultsOf({}, sent)).toHaveLength(51)
  })

  it('of several kinds is of the kind that its tag names', () => {
    const kinds = either({ step: tag('ask'), why: text() }, { step: tag('end') })
    expect(readBody(kinds, { step: 'ask', why: 'x' })).toEqual({ step: 'ask', why: 'x' })
    expect(faultsOf(kinds, { step: 'end', why: 'x' })).toEqual(['why UNKNOWN_FIELD'])
    expect(faultsOf(kinds, { step: 'fly' })).toEqual(['step ENUM'])
    expect(faultsOf(kinds, { step: ['ask'] })).toEqual(['step ENUM'])
    expect(faultsOf(kinds, {})).toEqual(['step REQUIRED'])
  })

  it('of several kinds without a tag is of the kind that it fits best', () => {
    const kinds = either({ cartId: integer(), total: integer() }, { advance: integer() })
    expect(readBody(kinds, { advance: 5 })).toEqual({ advance: 5 })
    expect(faultsOf(kinds, { cartId: 1 })).toEqual(['total REQUIRED'])
  })

  it('is never a fault of ours, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), sent => {
        expect(() => faultsOf(body, sent)).not.toThrow()
      }),
    )
  })

  it('leaves out what is read only where it is sent, a list too', () => {
    const shape = { note: ifSent(text({ optional: true })), ids: ifSent(many(integer(), { most: 2, optional: true })) }
    expect(readBody(shape, {})).toEqual({})
    expect(readBody(shape, { note: '', ids: null })).toEqual({ note: null, ids: null })
    expect(faultsOf(shape, { ids: [1, 2, 3] })).toEqual(['ids TYPE'])
  })

  it('reads a name of every object as no field of its own', () => {
    expect(faultsOf({ toString: maybe(text()) }, {})).toEqual([])
    expect(faultsOf(body, JSON.parse('{"__proto__": 1, "plant": "A", "lines": [{"itemId": 1}]}'))).toEqual([
      '__proto__ UNKNOWN_FIELD',
    ])
  })
})

it('what only our own people send or read stays away from others', () => {
  const shape = { id: integer(), owner: staffOnly(maybe(text())) }
  const as = (userType: string) => ({ userType }) as Person
  expect(readBody(shape, { id: 1, owner: 'x' }, as('EMPLOYEE'))).toEqual({ id: 1, owner: 'x' })
  expect(() => readBody(shape, { id: 1, owner: 'x' }, as('CUSTOMER'))).toThrow('owner is not read here: send only id')
  expect(told(shape, { id: 1, owner: 'x' }, as('CUSTOMER'))).toEqual({ id: 1 })
  expect(told(shape, { id: 1, owner: 'x' }, as('EMPLOYEE'))).toEqual({ id: 1, owner: 'x' })
})

it('a query brings numbers and flags as texts', () => {
  const shape = { id: integer(), isOpen: flag(), q: text() }
  expect(fromQuery(shape, { id: '7', isOpen: 'true', q: '7', other: '7' })).toEqual({
    id: 7,
    isOpen: true,
    q: '7',
    other: '7',
  })
  expect(fromQuery(shape, { id: '7x' })).toEqual({ id: '7x' })
})

it('an answer tells the declared names only', () => {
  const shape = { id: integer(), lines: many({ a: integer() }, { most: 9 }), tags: many(text(), { most: 9 }) }
  const row = { id: 1, secret: 'x', lines: [{ a: 1, secret: 'x' }], tags: ['y'] }
  expect(told(shape, row, undefined)).toEqual({ id: 1, lines: [{ a: 1 }], tags: ['y'] })
  expect(told(many({ a: integer() }, { most: 9 }), [{ a: 1, b: 2 }], undefined)).toEqual([{ a: 1 }])
})
