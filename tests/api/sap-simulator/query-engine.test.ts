import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SimulatorAnswer } from '../../../api/simulators/sap/answers.ts'
import { entityStore } from '../../../api/simulators/sap-odata/entity-store.ts'
import {
  day,
  decimal,
  flag,
  instant,
  many,
  one,
  serviceOf,
  text,
  unit,
} from '../../../api/simulators/sap-odata/entity-type.ts'
import { answerRead } from '../../../api/simulators/sap-odata/read.ts'
import { runs } from '../../support/proof.ts'

const types = serviceOf('API_SHELF_SRV', [
  {
    set: 'A_Box',
    key: ['Box'],
    properties: {
      Box: text(10),
      Colour: text(10),
      Pieces: decimal(13, 3),
      PackedOn: day,
      LastChangeDateTime: instant,
      IsSealed: flag,
      Unit: unit,
    },
    navigation: { to_Label: many('A_Label', 'Box') },
    change: { instant: 'LastChangeDateTime' },
    indexes: [['Colour']],
  },
  {
    set: 'A_Label',
    key: ['Box', 'Label'],
    properties: { Box: text(10), Label: text(2), LabelText: text(40) },
    navigation: { to_Box: one('A_Box', 'Box'), to_Language: many('A_LabelLanguage', 'Box', 'Label') },
  },
  {
    set: 'A_LabelLanguage',
    key: ['Box', 'Label', 'Language'],
    properties: { Box: text(10), Label: text(2), Language: text(2) },
  },
])

type Box = {
  Box: string
  Colour: string
  Pieces: string
  PackedOn: string | null
  LastChangeDateTime: string
  IsSealed: boolean
  Unit: string
}

const storeOf = (boxes: readonly Partial<Box>[] = []) => {
  const store = entityStore(new DatabaseSync(':memory:'), types)
  store.putAll(boxes.map(box => ['A_Box', box] as const))
  return store
}

const service = 'http://sap.test/sap/opu/odata/sap/API_SHELF_SRV'
const read = (
  store: ReturnType<typeof storeOf>,
  path: string,
  options: Record<string, string> = {},
  pageLimit = 1000,
) =>
  answerRead(store, {
    service: 'API_SHELF_SRV',
    path,
    query: new URLSearchParams(options),
    serviceUrl: service,
    url: `${service}/${path}`,
    pageLimit,
  })

type List = { results: Record<string, unknown>[]; __next?: string; __count?: string }
const listOf = (answer: SimulatorAnswer): List => {
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { d: List }).d
}
const dOf = (answer: SimulatorAnswer) => {
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { d: Record<string, unknown> }).d
}
const errorOf = ({ status, body }: SimulatorAnswer) => {
  const { error } = body as { error: { message: { value: string }; innererror: { errordetails: unknown[] } } }
  expect(error.innererror.errordetails).toHaveLength(1)
  return `${status} ${error.message.value}`
}

const colours = ['red', 'blue', "O'Hara", 'dark red', '']
const days = ['2026-01-31', '2026-11-23', '2027-02-01']
const instants = ['2026-11-20T06:30:00.000Z', '2026-11-23T00:00:00.000Z', '2026-11-23T09:15:30.500Z']
const pieces = ['0.000', '1.000', '9.500', '10.000', '-2.250']

const box = fc.record({
  Colour: fc.constantFrom(...colours),
  Pieces: fc.constantFrom(...pieces),
  PackedOn: fc.constantFrom(null, ...days),
  LastChangeDateTime: fc.constantFrom(...instants),
  IsSealed: fc.boolean(),
  Unit: fc.constantFrom('EA', 'ST', 'KG'),
})
const boxes = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 40 })
  .chain(numbers =>
    fc
      .array(box, { minLength: numbers.length, maxLength: numbers.length })
      .map(rows => rows.map((row, index): Box => ({ ...row, Box: `B${numbers[index]}` }))),
  )

/** A filter as SAP is asked it, and as a plain test of one row. */
type Filtered = { text: string; holds: (box: Box) => boolean }

const compared = <T>(name: keyof Box, by: string, literal: string, of: (box: Box) => T | null, value: T): Filtered => ({
  text: `${name} ${by} ${literal}`,
  holds: row => {
    const found = of(row)
    if (found === null || found === undefined) return by === 'ne'
    const [less, same] = [found < value, found === value]
    return { eq: same, ne: !same, lt: less, le: less || same, gt: !less && !same, ge: !less }[by]!
  },
})
const by = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le')
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`

const leaf: fc.Arbitrary<Filtered> = fc.oneof(
  fc
    .tuple(by, fc.constantFrom(...colours))
    .map(([op, value]) => compared('Colour', op, quoted(value), row => row.Colour, value)),
  fc
    .tuple(by, fc.constantFrom(...pieces), fc.constantFrom('', 'M', 'd'))
    .map(([op, value, end]) => compared('Pieces', op, value + end, row => Number(row.Pieces), Number(value))),
  fc
    .tuple(by, fc.constantFrom(...days))
    .map(([op, value]) => compared('PackedOn', op, `datetime'${value}T00:00:00'`, row => row.PackedOn, value)),
  fc
    .tuple(by, fc.constantFrom(...instants))
    .map(([op, value]) =>
      compared('LastChangeDateTime', op, `datetimeoffset'${value}'`, row => row.LastChangeDateTime, value),
    ),
  fc.boolean().map(value => compared('IsSealed', 'eq', `${value}`, row => row.IsSealed, value)),
  fc.constantFrom(...colours, 'ed', 'D').map(value => ({
    text: `substringof(${quoted(value)},Colour)`,
    holds: (row: Box) => row.Colour.includes(value),
  })),
  fc.constantFrom(...colours, 'r').map(value => ({
    text: `startswith(Colour,${quoted(value)}) eq true`,
    holds: (row: Box) => row.Colour.startsWith(value),
  })),
  fc.constantFrom('eq', 'ne').map(op => ({
    text: `PackedOn ${op} null`,
    holds: (row: Box) => (row.PackedOn === null) === (op === 'eq'),
  })),
)
const asked: fc.Arbitrary<Filtered> = fc.letrec<{ tree: Filtered }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => ({
      text: `(${left.text} or ${right.text})`,
      holds: (row: Box) => left.holds(row) || right.holds(row),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => ({
      text: `${left.text} and ${right.text}`,
      holds: (row: Box) => left.holds(row) && right.holds(row),
    })),
  ),
})).tree

const names = (rows: readonly Record<string, unknown>[]) => rows.map(row => row.Box)

describe('a filter', () => {
  it('finds the rows that a plain loop finds, and counts as many', () => {
    fc.assert(
      fc.property(boxes, asked, (rows, filter) => {
        const store = storeOf(rows)
        const wanted = rows.filter(filter.holds)
        const { results, __count } = listOf(read(store, 'A_Box', { $filter: filter.text, $inlinecount: 'allpages' }))
        expect(names(results)).toEqual(names(wanted).sort())
        expect(__count).toBe(`${wanted.length}`)
        expect(read(store, 'A_Box/$count', { $filter: filter.text }).body).toBe(`${wanted.length}`)
      }),
      { numRuns: runs(300) },
    )
  })

  it('binds “and” closer than “or”', () => {
    const store = storeOf([{ Box: 'B1', Colour: 'red', Pieces: '5.000' }])
    const found = (filter: string) => names(listOf(read(store, 'A_Box', { $filter: filter })).results)
    expect(found(`Colour eq 'red' or Colour eq 'blue' and Pieces gt 9`)).toEqual(['B1'])
    expect(found(`(Colour eq 'red' or Colour eq 'blue') and Pieces gt 9`)).toEqual([])
  })

  it.each([
    ["Weight eq '1'", "Property 'Weight' not found in type 'API_SHELF_SRV.A_BoxType'"],
    ["constructor eq '1'", "Property 'constructor' not found"],
    ['Colour eq 5', "Invalid parametertype used at function for property 'Colour'"],
    ["Pieces gt '5'", "Invalid parametertype used at function for property 'Pieces'"],
    ["PackedOn gt datetime'yesterday'", 'Invalid filter expression'],
    ["Colour eq 'red", 'Invalid filter expression'],
    ["Colour eq 'red' and", 'Invalid filter expression'],
    ["(Colour eq 'red'", 'Invalid filter expression'],
    ["Colour like 'r'", 'Invalid filter expression'],
    ["substringof('r',Pieces)", 'Invalid filter expression'],
    ["Colour eq 'red' Colour eq 'blue'", 'Invalid filter expression'],
  ])('is refused with 400: %s', (filter, sentence) => {
    const refusal = errorOf(read(storeOf(), 'A_Box', { $filter: filter }))
    expect(refusal).toMatch(/^400 /)
    expect(refusal).toContain(sentence)
  })
})

describe('pages', () => {
  const order = fc.constantFrom(
    '',
    'Colour',
    'Colour desc',
    'Pieces desc,Colour',
    'PackedOn,Pieces',
    'LastChangeDateTime',
  )

  it('give the same rows by $skiptoken and by $top and $skip, each once, in the order asked for', () => {
    fc.assert(
      fc.property(boxes, order, leaf, fc.integer({ min: 1, max: 7 }), (rows, $orderby, { text: $filter }, size) => {
        const store = storeOf(rows)
        const options = { $filter, ...($orderby && { $orderby }) }
        const whole = names(listOf(read(store, 'A_Box', options)).results)
        const byToken: unknown[] = []
        for (let query = new URLSearchParams(options); ; ) {
          const page = listOf(read(store, 'A_Box', Object.fromEntries(query), size))
          byToken.push(...names(page.results))
          if (!page.__next) break
          query = new URL(page.__next).searchParams
        }
        const bySkip: unknown[] = []
        for (let skip = 0; skip <= rows.length; skip += size) {
          const page = read(store, 'A_Box', { ...options, $top: `${size}`, $skip: `${skip}` })
          bySkip.push(...names(listOf(page).results))
        }
        expect(byToken).toEqual(whole)
        expect(bySkip).toEqual(whole)
      }),
    )
  })

  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map(Box => ({ Box }))

  it('end with what $top asked for, over several pages too', () => {
    const store = storeOf(six)
    const first = listOf(read(store, 'A_Box', { $top: '5', $skip: '1' }, 3))
    expect(names(first.results)).toEqual(['b', 'c', 'd'])
    const next = new URL(first.__next!).searchParams
    expect(Object.fromEntries(next)).toMatchObject({ $top: '2' })
    const second = listOf(read(store, 'A_Box', Object.fromEntries(next), 3))
    expect(names(second.results)).toEqual(['e', 'f'])
    expect(second.__next).toBeUndefined()
    expect(listOf(read(store, 'A_Box', { $top: '3' }, 3)).__next).toBeUndefined()
  })

  it('read on with $skip see a row that came in between, as SAP does', () => {
    const store = storeOf(six)
    expect(names(listOf(read(store, 'A_Box', { $top: '2', $skip: '0' })).results)).toEqual(['a', 'b'])
    store.put('A_Box', { Box: 'aa' })
    expect(names(listOf(read(store, 'A_Box', { $top: '2', $skip: '2' })).results)).toEqual(['b', 'c'])
  })

  it('refuse a token that no page gave', () => {
    expect(errorOf(read(storeOf(six), 'A_Box', { $skiptoken: 'nonsense' }))).toContain('400 Invalid skip token')
  })
})

describe('one entity and its links', () => {
  const store = storeOf([
    { Box: "O'1", Colour: 'red', PackedOn: '2026-11-23', Unit: 'ST', Pieces: '5.000' },
    { Box: 'B2' },
  ])
  store.putAll([
    ['A_Label', { Box: "O'1", Label: '1', LabelText: 'Top' }],
    ['A_Label', { Box: "O'1", Label: '2', LabelText: 'Side' }],
    ['A_Label', { Box: "O'11", Label: '1', LabelText: 'Of another box' }],
    ['A_LabelLanguage', { Box: "O'1", Label: '2', Language: 'EN' }],
  ])

  it('is found by its key, with days and empty values as SAP writes them', () => {
    const found = dOf(read(store, `A_Box('O''1')`))
    expect(found).toMatchObject({
      PackedOn: `/Date(${Date.UTC(2026, 10, 23)})/`,
      LastChangeDateTime: null,
      IsSealed: false,
      to_Label: { __deferred: { uri: `${service}/A_Box('O''1')/to_Label` } },
      __metadata: { type: 'API_SHELF_SRV.A_BoxType' },
    })
    expect(dOf(read(store, `A_Label(Label='2',Box='O%27%271')`))).toMatchObject({ LabelText: 'Side' })
    expect(dOf(read(store, `A_Box('B2')`))).toMatchObject({ Colour: '', Pieces: '0.000', PackedOn: null })
  })

  it('writes units in the language of the call, and finds them in either', () => {
    expect(dOf(read(store, `A_Box('O''1')`, { 'sap-language': 'EN' })).Unit).toBe('PC')
    expect(dOf(read(store, `A_Box('O''1')`, { 'sap-language': 'DE' })).Unit).toBe('ST')
    for (const unit of ['PC', 'ST'])
      expect(names(listOf(read(store, 'A_Box', { $filter: `Unit eq '${unit}'` })).results)).toEqual(["O'1"])
  })

  it('is followed along its links', () => {
    const labels = listOf(read(store, `A_Box('O''1')/to_Label`)).results
    expect(labels.map(({ LabelText }) => LabelText)).toEqual(['Top', 'Side'])
    expect(read(store, `A_Box('O''1')/to_Label/$count`).body).toBe('2')
    expect(dOf(read(store, `A_Label(Box='O''1',Label='1')/to_Box`))).toMatchObject({ Colour: 'red' })
  })

  it('expands links within links, and leaves the others deferred', () => {
    const [found] = listOf(
      read(store, 'A_Box', { $filter: `Colour eq 'red'`, $expand: 'to_Label,to_Label/to_Language' }),
    ).results
    const labels = (found!.to_Label as List).results
    expect(labels.map(label => (label.to_Language as List).results.length)).toEqual([0, 1])
    expect(labels[0]).toMatchObject({ to_Box: { __deferred: {} } })
  })

  it('shows what $select names, within expanded links too', () => {
    const [found] = listOf(
      read(store, 'A_Box', { $select: 'Box,to_Label/LabelText', $expand: 'to_Label', $filter: `Colour eq 'red'` }),
    ).results
    expect(Object.keys(found!)).toEqual(['__metadata', 'Box', 'to_Label'])
    expect(Object.keys((found!.to_Label as List).results[0]!)).toEqual(['__metadata', 'LabelText'])
  })

  it.each([
    [`A_Box('none')`, {}, '404 Resource not found: A_Box(none)'],
    [`A_Label('O''1')`, {}, '400 Invalid key predicate'],
    [`A_Label(Box='O''1',Colour='1')`, {}, '400 Invalid key predicate'],
    [`A_Box(5)`, {}, `400 Invalid parametertype`],
    ['A_Shelf', {}, `404 Resource not found: segment 'A_Shelf'`],
    [`A_Box('B2')/to_Shelf`, {}, `404 Resource not found: segment 'to_Shelf'`],
    ['A_Box', { $select: 'Weight' }, `400 Property 'Weight' not found`],
    ['A_Box', { $orderby: 'Weight' }, `400 Property 'Weight' not found`],
    ['A_Box', { $orderby: 'Box down' }, '400 Invalid $orderby expression'],
    ['A_Box', { $expand: 'to_Shelf' }, `400 Invalid navigation property 'to_Shelf'`],
    ['A_Box', { $expand: 'to_Label/to_Shelf' }, `400 Invalid navigation property 'to_Shelf'`],
    ['A_Box', { $select: 'to_Label/LabelText' }, 'is selected but not expanded'],
    ['A_Box', { $top: '-1' }, `400 Invalid value '-1' for $top`],
    ['A_Box', { $inlinecount: 'some' }, '400 Invalid value'],
    ['A_Box', { $format: 'atom' }, `400 Format 'atom' is not supported`],
    ['A_Box', { $search: 'red' }, `400 System query option '$search' is not supported`],
  ])('is refused: %s %o', (path, options, sentence) => {
    expect(errorOf(read(store, path, options as Record<string, string>))).toContain(sentence)
  })

  it('is stamped with the time of its change, where its entity keeps one', () => {
    const changing = storeOf()
    changing.change('A_Box', { Box: 'B9' }, '2026-11-23T07:00:00.000Z')
    changing.change('A_Label', { Box: 'B9', Label: '1' }, '2026-11-23T07:00:00.000Z')
    expect(changing.find('A_Box', ['B9'])).toEqual({ Box: 'B9', LastChangeDateTime: '2026-11-23T07:00:00.000Z' })
    expect(changing.find('A_Label', ['B9', '1'])).toEqual({ Box: 'B9', Label: '1' })
  })
})
