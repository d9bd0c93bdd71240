import { mulDiv, WHOLE } from '../../../resources/define/amounts.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import { growthOf } from '../../../resources/mis/sales/sales-figures.ts'
import type { Figures } from './report-figures.ts'

type Group = GroupedRows['groups'][number]
/** What a group had a year before. */
type Former = Pick<Group, 'keys' | 'texts'> & { sum: number }

/**
 * Groups with their share of the total, what they had a year before, and their growth; groups that were there in one of
 * the two years only are there too.
 */
export function withGrowth(compared: string, now: GroupedRows, former: readonly Former[], none: Figures): GroupedRows {
  const nameOf = ({ keys }: Pick<Group, 'keys'>) => JSON.stringify(keys)
  const before = new Map(former.map(group => [nameOf(group), group.sum]))
  const known = new Set(now.groups.map(nameOf))
  const gone = former.filter(group => !known.has(nameOf(group)))
  const groups = [...now.groups, ...gone.map(({ keys, texts }): Group => ({ keys, texts, ...none.of([]) }))]
  const total = now.figures[compared] ?? 0
  const figuresOf = (figures: Group['figures'], previous: number): Group['figures'] => {
    const value = figures[compared] ?? 0
    const share = total === 0 ? null : mulDiv(value, WHOLE, total)
    return { ...figures, share, previous, growth: growthOf({ value, previous }) }
  }
  const formerTotal = former.reduce((all, group) => all + group.sum, 0)
  return {
    ...now,
    groups: groups.map(group => ({ ...group, figures: figuresOf(group.figures, before.get(nameOf(group)) ?? 0) })),
    figures: figuresOf(now.figures, formerTotal),
  }
}
