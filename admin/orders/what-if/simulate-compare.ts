import { dayText, percentText, rupees } from '../../../resources/define/show.ts'
import { amountText } from '../order-words.ts'
import type { Simulated } from './simulate-shapes.ts'

/** The differences of one simulation between two days, a sentence each; empty where there are none. */
export function differences(first: Simulated, other: Simulated): string[] {
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
const peopleOf = ({ approvals }: Simulated) =>
  approvals.map(({ title, people }) => `${title} by ${people.join(', then ') || 'nobody'}`).join('; ') || 'none'
const faultsOf = ({ faults }: Simulated) => faults.map(({ message }) => message).join('; ') || 'nothing'
