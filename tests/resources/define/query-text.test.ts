import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from '../../../admin/http/query-text.ts'

const text = fc.string({ minLength: 1, unit: fc.constantFrom(...'ab1 &=%+é«$.,/') })
const name = fc.oneof(fc.constantFrom('$in', '$sort', 'name', 'cityId.name'), text)
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined))
const condition = fc.oneof(value, fc.array(text, { maxLength: 3 }), fc.dictionary(name, value, { maxKeys: 2 }))
const query = fc.dictionary(name, condition, { maxKeys: 4 })

describe('a query string of the screens', () => {
  it('reads at the server as the one that qs writes', () => {
    fc.assert(
      fc.property(query, asked => {
        const written = stringify(asked, { skipNulls: true })
        expect(qs.parse(written)).toEqual(qs.parse(qs.stringify(asked, { skipNulls: true })))
      }),
    )
  })

  it('is read again as qs reads it', () => {
    for (const asked of [
      '?a=1&b[c]=2&b[d][e]=3',
      'sorters[0][field]=name&sorters[0][order]=asc&sorters[1][field]=code',
      'q=two+words&x=%C3%A9',
      'a=1&a=2',
      'id[]=1&id[]=2',
      '',
    ])
      expect([asked, parse(asked)]).toEqual([asked, qs.parse(asked, { ignoreQueryPrefix: true })])
  })

  it('keeps plain text where the address shows it, and names nothing of the prototype', () => {
    expect(stringify({ q: 'a b' }, { addQueryPrefix: true, encode: false })).toBe('?q=a b')
    expect(stringify({ 'f.a': 'a b' }, { encodeValuesOnly: true })).toBe('f.a=a%20b')
    expect(stringify({}, { addQueryPrefix: true })).toBe('')
    parse('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
