import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPosition } from '../../../admin/derive/grid/grid-keys.ts'
import {
  columnWidths,
  contentWidth,
  defaultWidth,
  fittedWidth,
  wordWidth,
} from '../../../admin/derive/list/column-widths.ts'
import {
  changeColumn,
  columnsOf,
  layoutOfColumns,
  moveColumn,
  moveColumnBeside,
  type PlacedColumn,
  placeColumns,
} from '../../../admin/derive/list/columns.ts'
import { readState } from '../../../admin/derive/list/list-state.ts'
import { printWidths } from '../../../admin/derive/list/print-widths.ts'
import { nextSort, withSort } from '../../../admin/derive/list/sort-button.tsx'
import {
  defaultView,
  isAsSaved,
  readAddress,
  savedQueryOf,
  writeAddress,
} from '../../../admin/derive/list/view-address.ts'
import { choice, code, date, integer, money, text } from '../../../resources/define/fields.ts'
import { resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/commands/views.ts'
import type { ColumnLayout } from '../../../resources/platform/view-layout.ts'
import { NARROWEST, viewStateProblem } from '../../../resources/platform/view-state.ts'

const lanes = resource({
  group: 'masters',
  name: 'lane',
  title: 'Lanes',
  purpose: 'Made up, to be laid in every way.',
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'mode', 'rate', 'since'],
  fields: {
    code: code(),
    name: text(),
    mode: choice(['ROAD', 'AIR']),
    rate: money(),
    since: date(),
    remark: text({ long: true }),
    token: text({ secret: true }),
  },
  access: {},
})
const all = columnsOf(lanes)
const standard = placeColumns(lanes, all, [])
const shownNames = (columns: readonly PlacedColumn[]) => columns.filter(({ shown }) => shown).map(({ name }) => name)
const looks = (columns: readonly PlacedColumn[]) =>
  columns.filter(({ shown }) => shown).map(({ name, width, pinned }) => [name, width, pinned])

const name = fc.constantFrom(...all.map(column => column.name))
const step: fc.Arbitrary<(columns: readonly PlacedColumn[]) => PlacedColumn[]> = fc.oneof(
  fc.tuple(name, fc.constantFrom<-1 | 1>(-1, 1)).map(
    ([one, by]) =>
      (columns: readonly PlacedColumn[]) =>
        moveColumn(columns, one, by),
  ),
  fc.tuple(name, name, fc.boolean()).map(
    ([one, other, after]) =>
      (columns: readonly PlacedColumn[]) =>
        moveColumnBeside(columns, one, other, after),
  ),
  fc.tuple(name, fc.boolean()).map(
    ([one, shown]) =>
      (columns: readonly PlacedColumn[]) =>
        changeColumn(columns, one, { shown }),
  ),
  fc.tuple(name, fc.boolean()).map(
    ([one, pinned]) =>
      (columns: readonly PlacedColumn[]) =>
        changeColumn(columns, one, { pinned }),
  ),
  fc.tuple(name, fc.integer({ min: NARROWEST, max: 900 })).map(
    ([one, width]) =>
      (columns: readonly PlacedColumn[]) =>
        changeColumn(columns, one, { width }),
  ),
)

describe('the columns of a grid', () => {
  it('are as declared, with the naming column pinned at the left, and without secrets', () => {
    expect(shownNames(standard)).toEqual(['code', 'name', 'mode', 'rate', 'since'])
    expect(standard.filter(({ pinned }) => pinned).map(column => column.name)).toEqual(['code', 'name'])
    expect(all.map(column => column.name)).not.toContain('token')
    expect(layoutOfColumns(lanes, standard)).toEqual([])
  })

  it('are restored as arranged, and the stored layout is accepted by the server', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        const laid = steps.reduce((columns, take) => take(columns), standard)
        const kept = layoutOfColumns(lanes, laid)
        expect(looks(placeColumns(lanes, all, kept))).toEqual(looks(laid))
        expect(viewStateProblem(lanes, { columns: kept, density: 'normal', query: '' })).toBeUndefined()
      }),
    )
  })

  it('are each present once, at most four pinned ones first, and at least one is shown', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), steps => {
        const laid = steps.reduce((columns, take) => take(columns), standard)
        expect(laid.map(column => column.name).sort()).toEqual(all.map(column => column.name).sort())
        const pins = laid.filter(({ shown }) => shown).map(({ pinned }) => pinned)
        expect(pins).toEqual([...pins].sort((one, other) => Number(other) - Number(one)))
        expect(pins.length).toBeGreaterThan(0)
      }),
    )
  })

  it('survive a changed declaration: removed columns drop out, new ones appear at their declared place', () => {
    const kept: ColumnLayout[] = [
      { name: 'gone' },
      { name: 'since' },
      { name: 'code', pin: true },
      { name: 'mode', hidden: true },
    ]
    expect(shownNames(placeColumns(lanes, all, kept))).toEqual(['code', 'since', 'name', 'rate'])
  })

  it('are as wide as their longest value, and never shrink below a whole day, moment or amount', () => {
    const column = (name: string) => standard.find(one => one.name === name)!
    const [name, since] = [column('name'), column('since')]
    expect(fittedWidth(name, ['VRL', 'Gati'])).toBeLessThan(fittedWidth(name, ['Blue Dart Express of Mumbai']))
    expect(fittedWidth(name, ['x'.repeat(400)])).toBe(340)
    expect(fittedWidth(name, [])).toBe(defaultWidth(name))
    const width = columnWidths([name, since], 10, { usual: one => fittedWidth(one, ['01-04-2026']) })[1]!
    expect(width).toBeGreaterThanOrEqual(100)
  })

  it('shrink texts where little room is missing, but cut no word: a number, a mail, a tax number', () => {
    const [name, city] = ['name', 'since'].map(one => standard.find(column => column.name === one)!)
    const texts = (words: string) => ({ usual: () => 200, word: () => wordWidth([words]) })
    const room = 380
    expect(columnWidths([name!, city!], room, texts('Blue Dart Express of Mumbai'))[0]).toBeLessThan(200)
    const whole = wordWidth(['27AAACS1101A1Z8'])
    expect(columnWidths([name!], 150, { usual: () => 200, word: () => whole })[0]).toBeGreaterThanOrEqual(whole)
  })

  it('of paper fill the sheet: words stay whole, and letters shrink where they do not fit', () => {
    const label = (text: string) => wordWidth([text])
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 30 }), fc.constantFrom(0, 110), (columns, status) => {
        const heads = columns.map((own, at) => ({ label: `C${at}`, field: standard[0]!.field, texts: own }))
        const { parts, scale, ...rest } = printWidths(
          heads,
          { word: one => wordWidth(one.texts), content: one => contentWidth(one, one.texts), label },
          status,
        )
        const percent = [...parts, rest.status].map(part => Number.parseFloat(part))
        expect(percent.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100)
        expect(percent.slice(0, -1).every(part => part > 0)).toBe(true)
        expect(scale).toBeGreaterThanOrEqual(0.5)
        expect(scale).toBeLessThanOrEqual(1)
      }),
    )
    const few = [{ label: 'Code', field: standard[0]!.field }]
    expect(printWidths(few, { word: () => 60, content: () => 60, label }).scale).toBe(1)
  })

  it('take what is missing from long texts, not from short ones, and never from options', () => {
    const name = standard.find(column => column.name === 'name')!
    const option = { ...name, name: 'status', field: { ...name.field, kind: 'choice' as const } }
    const widths = (columns: PlacedColumn[], room: number, usual: number[]) =>
      columnWidths(columns, room, { usual: column => usual[columns.indexOf(column)]! })
    expect(widths([{ ...name }, name], 420, [150, 320])).toEqual([150, 270])
    expect(widths([name, option], 520, [300, 300])).toEqual([220, 300])
    expect(widths([name, option], 400, [300, 300])).toEqual([300, 300])
  })

  it('take room from the label of an option before a name is cut', () => {
    const name = standard.find(column => column.name === 'name')!
    const mode = { ...name, name: 'mode', label: 'Confirmation', field: { ...name.field, kind: 'choice' as const } }
    const values = { name: ["Joseph D'Souza · E1010"], mode: ['Confirmed'] }
    const textsOf = (column: PlacedColumn) => values[column.name as keyof typeof values]
    const usual = (column: PlacedColumn) => fittedWidth(column, textsOf(column))
    const room = usual(name) + usual(mode)
    const at = (missing: number) =>
      columnWidths([name, mode], room - missing, { usual, content: column => contentWidth(column, textsOf(column)) })
    expect(at(20)[0]).toBeGreaterThanOrEqual(160)
    expect(at(20)[1]).toBeLessThan(usual(mode))
    expect(at(60)[1]).toBeGreaterThanOrEqual(contentWidth(mode, values.mode))
  })

  it('take room from a level of one digit before the code of a person is cut', () => {
    const person = standard.find(column => column.name === 'name')!
    const level = { ...person, name: 'level', label: 'Level', field: integer({ min: 1, max: 5 }) }
    const textsOf = (column: PlacedColumn) => (column === person ? ['Rakesh Malhotra · E1015'] : ['1'])
    const usual = (column: PlacedColumn) => fittedWidth(column, textsOf(column))
    const content = (column: PlacedColumn) => contentWidth(column, textsOf(column))
    const widths = columnWidths([person, level], usual(person) + usual(level) - 20, { usual, content })
    expect(widths).toEqual([usual(person), usual(level) - 20])
  })

  it('take room from labels before a customer is cut', () => {
    const customer = standard.find(column => column.name === 'name')!
    const days = { ...customer, name: 'days', label: 'Days since paid', field: integer() }
    const textsOf = (column: PlacedColumn) => (column === customer ? ['100101 · Sahyadri Biologics Ltd'] : ['21'])
    const usual = (column: PlacedColumn) => fittedWidth(column, textsOf(column))
    const content = (column: PlacedColumn) => contentWidth(column, textsOf(column))
    const widths = columnWidths([customer, days], usual(customer) + usual(days) - 30, { usual, content })
    expect(widths).toEqual([usual(customer), usual(days) - 30])
  })

  it('fill the available width, shrink a little when needed, and keep the widths somebody set', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4000 }),
        fc.option(fc.integer({ min: NARROWEST, max: 900 }), { nil: undefined }),
        (room, width) => {
          const columns = changeColumn(standard, 'name', { width }).filter(({ shown }) => shown)
          const widths = columnWidths(columns, room)
          const sum = widths.reduce((one, other) => one + other, 0)
          const usual = columns.reduce((one, column) => one + (column.width ?? defaultWidth(column)), 0)
          expect(sum).toBeLessThanOrEqual(Math.max(room, usual))
          expect(sum === usual || Math.abs(sum - room) <= columns.length).toBe(true)
          if (width !== undefined) expect(widths[columns.findIndex(column => column.name === 'name')]).toBe(width)
        },
      ),
    )
  })
})

const view = (more: Partial<SavedView>): SavedView => ({
  id: 7,
  rowVersion: 1,
  grid: lanes.path,
  name: 'By road',
  scope: 'ME',
  role: null,
  isDefault: false,
  state: { columns: [], density: 'normal', query: 'f.mode=in.ROAD&sort=-rate&size=50' },
  mine: true,
  owner: 'Asha',
  leftOut: null,
  ...more,
})
const read = (address: string, views: SavedView[] = [view({})], opens?: SavedView) =>
  readAddress(lanes, new URLSearchParams(address), views, opens)

const someState = fc
  .record({
    q: fc.string(),
    page: fc.integer({ min: 1, max: 50 }),
    size: fc.constantFrom(10, 20, 50, 100),
    sort: fc.constantFrom('', 'code', '-rate,code'),
    mode: fc.constantFrom('', 'in.ROAD', 'in.ROAD~AIR'),
  })
  .map(({ q, page, size, sort, mode }) => {
    const said = { q, page: String(page), size: String(size), sort, 'f.mode': mode }
    return readState(lanes, new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')))
  })

describe('the address of a view', () => {
  it('is parsed as it was written: any state, with or without a view and a default view', () => {
    fc.assert(
      fc.property(
        someState,
        fc.constantFrom(undefined, view({})),
        fc.constantFrom(undefined, view({ id: 8, isDefault: true })),
        (state, shown, opens) => {
          const views = [view({}), view({ id: 8, isDefault: true })]
          const address = writeAddress(lanes, { state, view: shown }, opens)
          expect(readAddress(lanes, new URLSearchParams(address.toString()), views, opens)).toEqual({
            state,
            view: shown,
            missing: false,
          })
        },
      ),
    )
  })

  it('is only the view’s id while the view is unchanged, on any page', () => {
    const { state } = read('view=7')
    expect(state).toMatchObject({
      size: 50,
      page: 1,
      filters: [{ field: 'mode' }],
      sort: [{ field: 'rate', order: 'desc' }],
    })
    expect(writeAddress(lanes, { state: { ...state, page: 3 }, view: view({}) }, undefined).toString()).toBe(
      'view=7&page=3',
    )
    expect(isAsSaved(lanes, view({}), { ...state, page: 3 })).toBe(true)
    expect(isAsSaved(lanes, view({}), { ...state, q: 'x' })).toBe(false)
    expect(savedQueryOf({ ...state, page: 3 })).toBe(savedQueryOf(state))
  })

  it('can state that the filters of the view are cleared', () => {
    const cleared = { ...read('view=7').state, filters: [], sort: [], size: 20 }
    const address = writeAddress(lanes, { state: cleared, view: view({}) }, undefined).toString()
    expect(address).toBe('view=7&changed=1')
    expect(read(address).state.filters).toEqual([])
  })

  it('reports a missing view, and shows the standard list', () => {
    expect(read('view=99')).toMatchObject({ missing: true, view: undefined, state: { filters: [] } })
    expect(read('view=0')).toMatchObject({ missing: false, view: undefined })
  })

  it('opens the default view when empty; links with filters keep their filters', () => {
    const opens = view({ id: 8, isDefault: true })
    expect(read('', [view({}), opens], opens).view?.id).toBe(8)
    expect(read('f.mode=in.AIR', [view({}), opens], opens)).toMatchObject({
      view: undefined,
      state: { filters: [{ value: ['AIR'] }] },
    })
    expect(writeAddress(lanes, { state: read('view=0').state, view: undefined }, opens).toString()).toBe('view=0')
  })

  it('prefers the person’s own default view, then that of a role, then that of everyone', () => {
    const mine = view({ id: 1, isDefault: true })
    const ofRole = view({ id: 2, isDefault: true, scope: 'ROLE', role: 'SALES_REP' })
    const ofOther = view({ id: 3, isDefault: true, scope: 'ROLE', role: 'QA' })
    const ofAll = view({ id: 4, isDefault: true, scope: 'ALL' })
    const first = (...views: SavedView[]) => defaultView(views, ['SALES_REP'])?.id
    expect([first(ofAll, ofRole, mine), first(ofAll, ofOther, ofRole), first(ofAll, ofOther), first(ofOther)]).toEqual([
      1,
      2,
      4,
      undefined,
    ])
  })
})

describe('the focus of a grid', () => {
  const extent = { rows: 21, columns: 6, page: 8 }
  const press = (key: string, row: number, column: number, ctrl = false) =>
    nextPosition({ row, column }, { key, ctrl }, extent)

  it('never leaves the grid, whatever key is pressed', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean())), pressed => {
        let place = { row: 1, column: 0 }
        for (const [key, ctrl] of pressed) place = nextPosition(place, { key, ctrl }, extent)!
        expect(place.row).toBeGreaterThanOrEqual(0)
        expect(place.row).toBeLessThan(extent.rows)
        expect(place.column).toBeGreaterThanOrEqual(0)
        expect(place.column).toBeLessThan(extent.columns)
      }),
    )
  })

  it('goes to the ends of a row, with Ctrl to the ends of the grid, and by screenfuls', () => {
    expect(press('End', 4, 2)).toEqual({ row: 4, column: 5 })
    expect(press('End', 4, 2, true)).toEqual({ row: 20, column: 5 })
    expect(press('Home', 4, 2, true)).toEqual({ row: 1, column: 0 })
    expect(press('PageDown', 18, 2)).toEqual({ row: 20, column: 2 })
    expect(press('PageUp', 4, 2)).toEqual({ row: 1, column: 2 })
    expect(press('ArrowUp', 1, 2)).toEqual({ row: 0, column: 2 })
    expect(press('x', 1, 2)).toBeUndefined()
  })
})

describe('sorting by several columns', () => {
  it('cycles through ascending, descending, none; with Shift it adds to the others, in order', () => {
    const first = nextSort([], 'rate', false)
    const both = nextSort(first, 'code', true)
    expect(both).toEqual([
      { field: 'rate', order: 'asc' },
      { field: 'code', order: 'asc' },
    ])
    expect(nextSort(both, 'rate', true)).toEqual([
      { field: 'rate', order: 'desc' },
      { field: 'code', order: 'asc' },
    ])
    expect(nextSort(both, 'code', false)).toEqual([{ field: 'code', order: 'desc' }])
    expect(withSort(both, 'rate', undefined, true)).toEqual([{ field: 'code', order: 'asc' }])
    expect(withSort(both, 'since', 'desc', true)).toHaveLength(3)
    const four = ['rate', 'code', 'since', 'mode'].map(field => ({ field, order: 'asc' as const }))
    expect(withSort(four, 'name', 'asc', true)).toEqual(four)
    expect(nextSort(four, 'name', true)).toEqual(four)
    expect(readState(lanes, new URLSearchParams('sort=rate,code,since,mode,name')).sort).toEqual(four)
  })
})
