import { columnOf } from '../../../resources/columns.ts'
import { mulDiv } from '../../../resources/define/amounts.ts'
import { figuresOf, type GroupedRows, MIXED } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'

/** A group as the database returns it. */
export type Found = Record<string, unknown>

/** The figures of the groups of a report that a person reads, and what the database must tell for them. */
export class Figures {
  readonly sums: readonly string[]
  /** The places of those sums of which an average is shown. */
  readonly averaged: readonly number[]
  readonly extremes: readonly (readonly [name: string, which: 'min' | 'max'])[]
  readonly units: readonly (readonly [name: string, unit: string])[]
  private readonly report: Resource
  private readonly shown: readonly string[]

  constructor(report: Resource, readable: readonly string[], shown = figuresOf(report)) {
    const { ratios = {}, extremes = {}, units = {} } = report
    this.report = report
    this.shown = shown.filter(name => readable.includes(name))
    const asked = Object.entries(ratios).filter(([name]) => this.shown.includes(name))
    const needed = [...this.shown, ...asked.flatMap(([, parts]) => parts)]
    this.sums = [...new Set(needed)].filter(name => readable.includes(name) && !(name in ratios) && !(name in extremes))
    this.averaged = this.sums.flatMap((name, at) => (report.averages?.includes(name) ? [at] : []))
    this.extremes = Object.entries(extremes).filter(([name]) => this.shown.includes(name))
    this.units = Object.entries(units).filter(
      one => one.every(name => readable.includes(name)) && this.sums.includes(one[0]),
    )
  }

  /** Sums, averages, extremes and shares of these groups together, where shares are those of the sums. */
  of(groups: readonly Found[]): Pick<GroupedRows, 'rows' | 'figures' | 'units'> {
    const units = Object.fromEntries(this.units.map(([name], at) => [name, unitIn(groups, at)]))
    return {
      rows: groups.reduce((all, { rowCount }) => all + Number(rowCount), 0),
      figures: Object.fromEntries(this.shown.map(name => [name, this.figureOf(name, groups, units)])),
      units: Object.fromEntries(Object.entries(units).filter(([name]) => this.shown.includes(name))),
    }
  }

  private figureOf(name: string, groups: readonly Found[], units: Record<string, string | null>): number | null {
    const { ratios = {}, averages = [] } = this.report
    const ratio = ratios[name]
    if (ratio) return this.ratioOf(name, ratio, groups, units)
    const extreme = this.extremes.findIndex(([one]) => one === name)
    if (extreme >= 0) {
      const ends = groups.flatMap(group => (group[`end${extreme}`] === null ? [] : [Number(group[`end${extreme}`])]))
      return ends.length > 0 ? Math[this.extremes[extreme]![1]](...ends) : null
    }
    if (units[name] === MIXED) return null
    if (!averages.includes(name)) return this.total('sum', name, groups)
    const counted = this.total('count', name, groups)
    return counted > 0 ? Math.round(this.total('sum', name, groups) / counted) : null
  }

  /** A percentage in hundredths, or an amount for one unit of the whole. */
  private ratioOf(
    name: string,
    ratio: readonly [string, string],
    groups: readonly Found[],
    units: Record<string, string | null>,
  ): number | null {
    if (ratio.some(one => !this.sums.includes(one) || units[one] === MIXED)) return null
    const [part, divisor] = ratio.map(one => this.total('sum', one, groups)) as [number, number]
    const { fields } = this.report
    const times = fields[name]!.unit === '%' ? 10_000 : 10 ** (columnOf(this.report, ratio[1])!.field.scale ?? 0)
    return divisor > 0 ? mulDiv(part, times, divisor) : null
  }

  private total(what: 'sum' | 'count', name: string, groups: readonly Found[]): number {
    const at = this.sums.indexOf(name)
    return at < 0 ? 0 : groups.reduce((all, group) => all + Number(group[`${what}${at}`] ?? 0), 0)
  }
}

function unitIn(groups: readonly Found[], at: number): string | null {
  const unitsOfGroups = groups
    .flatMap(group => [group[`minUnit${at}`], group[`maxUnit${at}`]])
    .filter(unit => unit !== null)
  const units = new Set(unitsOfGroups.map(unit => String(unit).toUpperCase()))
  if (units.size > 1) return MIXED
  return unitsOfGroups.length > 0 ? String(unitsOfGroups[0]) : null
}
