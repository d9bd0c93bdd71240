import { dayText, percentText, rupees } from '../../../resources/define/show.ts'
import type { Simulation } from '../../../resources/orders/simulation.ts'
import { amountText } from '../order-words.ts'

/** What differs between one trial on two days, a sentence each; empty where nothing does. */
export function differences(first: Simulation, other: Simulation): string[] {
  const told: string[] = []
  const tell = (what: string, before: string, after: string) => {
    if (before !== after) told.push(`${what}: ${before} becomes ${after}`)
  }
  first.lines.forEach((line, index) => {
    const later = other.lines[index]
    if (!later) return
    tell(`Net price of ${line.code}`, amountText(line.netPrice), amountText(later.netPrice))
    tell(`Discount of ${line.code}`, percentText(line.discountPct ?? 0), percentText(later.discountPct ?? 0))
    tell(`Plant of ${line.code}`, line.plant ?? 'none', later.plant ?? 'none')
    tell(`Promise of ${line.code}`, daysOf(line.promiseDate), daysOf(later.promiseDate))
  })
  if (first.totals && other.totals)
    tell('Order value', rupees(first.totals.grossValue), rupees(other.totals.grossValue))
  tell('Approvals', peopleOf(first), peopleOf(other))
  tell('To put right', faultsOf(first), faultsOf(other))
  return told
}

const daysOf = (promiseDate: string | null) => (promiseDate ? dayText(promiseDate) : 'unknown')
const peopleOf = ({ approvals }: Simulation) =>
  approvals.map(({ title, people }) => `${title} by ${people.join(', then ') || 'nobody'}`).join('; ') || 'none'
const faultsOf = ({ faults }: Simulation) => faults.map(({ message }) => message).join('; ') || 'nothing'
