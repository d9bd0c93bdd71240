import { describe, expect, it } from 'vitest'
import { columnOf } from '../../../resources/columns.ts'
import { figuresOf, type GroupedRows } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { viewFreightReport } from '../../../resources/mis/dispatch/view-freight-report.ts'
import { outstanding } from '../../../resources/mis/payments/outstanding.ts'
import { chartBars, chartedColumn, chartTitle, runsAlongTime } from '../../../resources/mis/report-chart.ts'
import { orderVsSales } from '../../../resources/mis/sales/order-vs-sales.ts'
import { sales } from '../../../resources/mis/sales/sales.ts'
import { reports } from '../../../resources/registry.ts'

const group = (
  keys: GroupedRows['groups'][number]['keys'],
  figures: Record<string, number | null>,
  rows = 1,
): GroupedRows['groups'][number] => ({ keys, texts: keys.map(key => `Text of ${key}`), rows, figures, units: {} })

const grouped = (...groups: GroupedRows['groups']): GroupedRows => ({
  groups,
  rows: groups.length,
  figures: groups[0]?.figures ?? {},
  units: {},
})

describe('the chart of a report', () => {
  it('follows the first column of a grouping where it is declared to, and has its own otherwise', () => {
    expect(chartedColumn(sales, undefined)).toBe('sbuId')
    expect(chartedColumn(sales, { by: ['zoneId', 'day'] })).toBe('zoneId')
    expect(chartedColumn(viewFreightReport, { by: ['month'] })).toBe('transporterId')
    expect(chartTitle(sales, 'sbuId')).toBe('Net sales by SBU')
    expect(chartTitle(sales, 'soldToId')).toBe('Net sales by sold-to')
    expect(chartTitle(orderVsSales, 'day')).toBe('Ordered and invoiced by month')
    expect(chartTitle(viewFreightReport, 'transporterId')).toBe('Cost per kg by transporter')
  })

  it('joins neighbours by a line along time alone', () => {
    const ofCharts = (reports as readonly Resource[]).filter(({ chart }) => chart?.form === 'line' || chart?.line)
    expect(ofCharts.length).toBeGreaterThan(1)
    for (const report of ofCharts)
      expect([report.name, runsAlongTime(report, report.chart!.by)]).toEqual([report.name, true])
    for (const by of ['sbuId', 'customerId', 'source']) expect(runsAlongTime(orderVsSales, by)).toBe(false)
  })

  it('shows ages in their order, whatever they sum to', () => {
    const bars = chartBars(
      outstanding,
      'bucket',
      ['bucket'],
      grouped(
        group(['D0_30'], { balance: 900 }),
        group(['CREDIT'], { balance: -200 }),
        group(['NOT_DUE'], { balance: 100 }),
        group(['D91_180'], { balance: 500 }),
      ),
    )
    expect(bars.map(({ key }) => key)).toEqual(['NOT_DUE', 'D0_30', 'D91_180', 'CREDIT'])
  })

  it('sums two columns of groups to one bar for each value of the first, those with the most first', () => {
    const bars = chartBars(
      sales,
      'sbuId',
      ['sbuId', 'day'],
      grouped(
        group([1, '2026-04-01'], { netSales: 100 }),
        group([2, '2026-04-01'], { netSales: 250 }),
        group([1, '2026-05-01'], { netSales: 50 }),
        group([3, '2026-05-01'], { netSales: null }, 0),
      ),
    )
    expect(bars.map(({ key, text, value }) => [key, text, value])).toEqual([
      [2, 'Text of 2', 250],
      [1, 'Text of 1', 150],
    ])
  })

  it('has months in their order, with a ratio of sums as its line', () => {
    const figures = (orderedValue: number, invoicedValue: number, filledValue: number, dueValue: number) => ({
      ...{ orderedValue, invoicedValue, filledValue, dueValue },
      fillPct: 0,
    })
    const bars = chartBars(
      orderVsSales,
      'day',
      ['sbuId', 'day'],
      grouped(
        group([1, '2026-05-01'], figures(10, 4, 0, 0)),
        group([1, '2026-04-01'], figures(100, 60, 60, 80)),
        group([2, '2026-04-01'], figures(100, 20, 20, 80)),
      ),
    )
    expect(bars.map(({ key, value, against, line }) => [key, value, against, line])).toEqual([
      ['2026-04-01', 200, 80, 5_000],
      ['2026-05-01', 10, 4, null],
    ])
  })

  it('is empty for whoever reads none of its amounts, and leaves out a part that they do not read', () => {
    expect(chartBars(sales, 'sbuId', ['sbuId'], grouped(group([1], {})))).toEqual([])
    const [bar] = chartBars(
      viewFreightReport,
      'transporterId',
      ['transporterId'],
      grouped(group([1], { freight: 500, paidWeightKg: 2_000 }, 2)),
    )
    expect(bar!.value).toBe(250)
  })

  it.each(reports.filter(({ chart }) => chart).map(report => [report.path, report] as const))(
    '%s is drawn from columns and figures that its groups have',
    (_, report) => {
      const { by, sums, per, against = [], line } = report.chart!
      expect(report.groups).toContain(by)
      for (const name of [...sums, ...against, ...(per ? [per] : [])]) {
        expect(report.totals, name).toContain(name)
        expect(columnOf(report, name), name).toBeDefined()
      }
      if (line) expect(Object.keys(report.ratios ?? {})).toContain(line)
      expect(figuresOf(report)).toEqual(expect.arrayContaining([...sums]))
    },
  )
})
