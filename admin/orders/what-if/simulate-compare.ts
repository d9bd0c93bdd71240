import { dayText, percentText, rupees } from '../../../resources/define/show.ts'
import type { Simulation } from '../../../resources/orders/what-if/simulation.ts'
import { netText } from '../order-words.ts'

/** The differences of one simulation between two days, a sentence each; empty where there are none. */
export function differences(first: Simulation, other: Simulation): string[] {
  const sentences: string[] = []
  const compare = (what: string, before: string, after: string) => {
    if (before !== after) sentences.push(`${what}: ${before} becomes ${after}`)
  }
  first.lines.forEach((line, index) => {
    const later = other.lines[index]
    if (!later) return
    compare(`Net price of ${line.code}`, netText(line), netText(later))
    compare(`Discount of ${line.code}`, percentText(line.discountPct ?? 0), percentText(later.discountPct ?? 0))
    compare(`Plant of ${line.code}`, line.plant ?? 'none', later.plant ?? 'none')
    compare(`Promise of ${line.code}`, daysOf(line.promiseDate), daysOf(later.promiseDate))
  })
  if (first.totals && other.totals)
    compare('Order value', rupees(first.totals.grossValue), rupees(other.totals.grossValue))
  compare('Approvals', peopleOf(first), peopleOf(other))
  compare('Issues', faultsOf(first), faultsOf(other))
  return sentences
}

const daysOf = (promiseDate: string | null) => (promiseDate ? dayText(promiseDate) : 'unknown')
const peopleOf = ({ approvals }: Simulation) =>
  approvals.map(({ title, people }) => `${title} by ${people.join(', then ') || 'no approver'}`).join('; ') || 'none'
const faultsOf = ({ faults }: Simulation) => faults.map(({ message }) => message).join('; ') || 'nothing'
