import fc from 'fast-check'
import { readableNames } from '../../resources/access-control/readable-names.ts'
import { resources } from '../../resources/registry.ts'

const enc = (text: string) => encodeURIComponent(text.toWellFormed())

// Half pairs too. `fc.string` would make a table of all characters of the world first.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 40 })
  .map(points => String.fromCodePoint(...points))
const oddText = fc.oneof(
  anyText,
  fc.constantFrom(
    "'; drop table user; --",
    '1 or 1=1',
    '%',
    '__proto__',
    '\u0000',
    '\ud800',
    '9'.repeat(40),
    'null',
    '-1',
    '1e400',
    '2026-02-31',
    'a'.repeat(5000),
  ),
)
const oddValue = fc.oneof(
  oddText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(oddText, oddText, { maxKeys: 2 }),
)
const operators = [
  '',
  '[$eq]',
  '[$ne]',
  '[$gt]',
  '[$in][]',
  '[$nin][]',
  '[$contains]',
  '[$starts]',
  '[$regex]',
  '[]',
  '[x][y]',
]

/** A request as no client of ours would make it, at any resource or at one of these paths under `/api/`. */
export const oddRequest = (paths: readonly string[]) =>
  fc.constantFrom(...resources).chain(resource => {
    const name = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          ...readableNames(resource),
          '$limit',
          '$skip',
          '$sort',
          '$select',
          'q',
          'asOn',
          'rowVersion',
        ),
      },
      { weight: 1, arbitrary: oddText },
    )
    const term = fc
      .tuple(fc.constantFrom('', '$sort', '$or[0]', '$and[0]'), name, fc.constantFrom(...operators), oddText)
      .map(
        ([group, field, operator, value]) =>
          `${group ? `${group}[${enc(field)}]` : enc(field)}${operator}=${enc(value)}`,
      )
    const place = fc.oneof(
      { weight: 4, arbitrary: fc.constant(resource.path) },
      {
        weight: 2,
        arbitrary: fc
          .oneof(fc.integer({ min: 1, max: 20 }).map(String), oddText)
          .map(id => `${resource.path}/${enc(id)}`),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ...paths,
          `export/${resource.path}`,
          `compare/${resource.path}`,
          `history?resource=${resource.path}&rowId=1&x=`,
        ),
      },
    )
    return fc.record({
      who: fc.nat(8),
      method: fc.constantFrom('GET', 'GET', 'POST', 'PATCH', 'DELETE'),
      path: place,
      query: fc.array(term, { maxLength: 3 }).map(terms => (terms.length > 0 ? `?${terms.join('&')}` : '')),
      body: fc.oneof(
        { weight: 4, arbitrary: fc.dictionary(name, oddValue, { maxKeys: 8 }) },
        { weight: 1, arbitrary: oddValue },
        {
          weight: 1,
          arbitrary: fc.constant('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
        },
      ),
    })
  })
