import { resourceAt } from '../registry.ts'
import { openableNames } from './readable-names.ts'

interface RuleOfFields {
  subject?: unknown
  fields?: string | readonly string[]
}

/** Stands first where a rule that travels names the columns that it leaves out, because it opens most. */
const ALL_BUT = '-'

/** What a rule may open; `unpackRules` makes a list of its one subject. */
const namesIn = ({ subject }: RuleOfFields) => openableNames(resourceAt([subject].flat()[0] as string)!)

/** A rule as it travels to the browser, which knows the columns of each resource: the shorter of what it opens and what not. */
export function ruleAsSent<T extends RuleOfFields>(rule: T): T {
  if (!rule.fields) return rule
  const opened = new Set([rule.fields].flat())
  const closed = namesIn(rule).filter(name => !opened.has(name))
  return closed.length < opened.size ? { ...rule, fields: [ALL_BUT, ...closed] } : rule
}

/** The rule that was sent, with the columns that it opens. */
export function ruleFromSent<T extends RuleOfFields>(rule: T): T {
  const [first, ...closed] = [rule.fields ?? []].flat()
  if (first !== ALL_BUT) return rule
  const opened = namesIn(rule).filter(name => !closed.includes(name))
  return { ...rule, fields: opened }
}
