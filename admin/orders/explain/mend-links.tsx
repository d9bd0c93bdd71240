import { useLocation } from 'react-router'
import type { GapFix } from '../../../resources/orders/what-if/fix-rule-gap.ts'
import { FixLinks } from '../what-if/fix-links.tsx'

/**
 * «Mend it»: the forms that close what a rule found nothing for, filled in, of those that the person may enter. Others are
 * told who may, or with `quietly` nothing.
 */
export function MendLinks({
  fixes,
  quietly = false,
}: {
  fixes: readonly GapFix[] | null | undefined
  quietly?: boolean
}) {
  const { pathname, search } = useLocation()
  const mends = fixes?.map(fix => ({ ...fix, label: `Fix: ${fix.label[0]!.toLowerCase()}${fix.label.slice(1)}` }))
  return mends ? <FixLinks fixes={mends} back={`${pathname}${search}`} quietly={quietly} /> : null
}
