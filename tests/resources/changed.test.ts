import { describe, expect, it } from 'vitest'
import { journeysFor, MOST_SECONDS, pagesOf, testsFor } from '../run/choose-tests.ts'
import { type Called, mapOf, type SourceMap } from '../run/source-map.ts'

const taking = 'tests/api/orders/orders.test.ts'
const pads = 'tests/api/orders/order-pad.test.ts'
const races = 'tests/api/orders/order-races.test.ts'

describe('what a change needs', () => {
  const files: Called[] = [
    { file: pads, called: { 'api/app.ts': [0], 'api/orders/take-step.ts': [10] } },
    { file: taking, called: { 'api/app.ts': [0], 'api/orders/take-step.ts': [10, 90, 200] } },
    { file: races, called: { 'api/app.ts': [0, 40] } },
  ]
  const map: SourceMap = {
    files: [
      [pads, 4],
      [taking, 20],
      [races, 12],
    ],
    sources: mapOf(files),
    journeys: [
      { file: 'tests/journeys/orders/explain.spec.ts', seconds: 9, paths: ['/orders/default-employee', '/'] },
      { file: 'tests/journeys/masters/grid.spec.ts', seconds: 9, paths: ['/masters/products'] },
    ],
  }

  it('begins with the file that calls what few others call', () => {
    expect(map.sources['api/orders/take-step.ts']).toEqual([1, 0])
    expect(map.sources['api/app.ts']?.[0]).toBe(2)
  })

  it('runs changed tests whatever they cost, and the others until the seconds are used', () => {
    const { files: chosen, leftOut } = testsFor([races, 'api/orders/take-step.ts'], map)
    expect(chosen.slice(0, 1)).toEqual([races])
    expect([chosen.includes(pads), leftOut.includes(taking)]).toEqual([true, true])
    expect(12 + 20).toBeGreaterThan(MOST_SECONDS)
  })

  it('names what it leaves out', () => {
    const { files: chosen, leftOut } = testsFor(['api/orders/take-step.ts', 'api/app.ts'], map)
    expect([...chosen, ...leftOut]).toEqual(expect.arrayContaining([pads, races, taking]))
  })

  it('finds the tests of a declaration, which calls nothing, by its name and by who imports it', () => {
    const { files: chosen, leftOut } = testsFor(['resources/masters/transporter.ts'], { ...map, sources: {} })
    expect([...chosen, ...leftOut]).not.toEqual([])
  })

  it('takes the journeys of the pages that show what was changed', () => {
    expect(pagesOf(['admin/orders/explain/explain-drawer.tsx'])).toContain('/orders/default-employee')
    expect(pagesOf(['resources/masters/products.ts'])).toContain('/masters/products')
    expect(journeysFor(['admin/orders/explain/explain-drawer.tsx'], map).files).toEqual([
      'tests/journeys/orders/explain.spec.ts',
    ])
  })
})
