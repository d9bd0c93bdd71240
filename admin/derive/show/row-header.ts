import { dependsOn } from '../../../resources/define/choice-filter.ts'
import { FOREVER, isOver } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText, show } from '../../../resources/define/show.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { codeIn, nameIn } from '../record/names.ts'
import type { SaidHeader } from '../record/record-header.ts'
import { plainDay } from '../record/when.ts'
import { type ApiRow, rowText, textInRow, textOf, valueText } from '../value-text.ts'

/** The header of a row of any resource, made of its declaration: names as its title, codes beside, its first amount. */
export function headerOfRow(resource: Resource, row: ApiRow, today: string): SaidHeader {
  const parts = resource.display.flatMap(name => partOf(resource, row, name))
  const who = parts.filter(part => !parts.some(other => other.saysAlso === part.name && startAlike(other, part)))
  const since = resource.dated && String(row.validFrom) <= today && `since ${plainDay(String(row.validFrom), today)}`
  return {
    who:
      who
        .map(part => part.who)
        .filter(Boolean)
        .join(' · ') || rowText(resource, row),
    keys: [...parts.map(part => part.key), since].flatMap(text => (text ? [{ text }] : [])),
    amount: amountOf(resource, row),
    state: stateOf(resource, row, today),
    next: nextOf(resource, row, today),
    facts: [],
  }
}

interface Part {
  name: string
  who?: string
  key?: string
  /** The column on which its choice depends. */
  saysAlso?: string | undefined
}

/** Of a reference its name and its code; of the row's own code, where a name stands beside it, the code alone. */
function partOf(resource: Resource, row: ApiRow, name: string): Part[] {
  const field = resource.fields[name]!
  const text = valueText(field, row[name], textOf(row, name, field))
  if (!text) return []
  if (field.kind === 'reference') {
    const code = codeIn(text)
    const saysAlso = Object.values(field.where ?? {}).flatMap(value => dependsOn(value) ?? [])[0]
    return [{ name, who: nameIn(text), saysAlso, key: code && `${lowerFirst(labelOf(name, field))} ${code}` }]
  }
  const { display, key } = resource
  const isCode = key.includes(name) && display.some(other => !key.includes(other))
  return [isCode ? { name, key: text } : { name, who: text }]
}

/** A ship-to that bears the name of its customer says it. */
const startAlike = (one: Part, other: Part) => one.who?.split(' ')[0] === other.who?.split(' ')[0]

/** `Ship-to` in a sentence; `SBU` stays. */
export const lowerFirst = (label: string) => label.replace(/^[A-Z](?![A-Z])/, letter => letter.toLowerCase())

/** The name of the amount or share by which rows are compared. */
export function amountNameOf({ leads, list, fields, dated }: Resource): string | undefined {
  const units = dated ? ['₹', '%'] : ['₹']
  return [...leads, ...list].find(name => fields[name]?.kind === 'number' && units.includes(fields[name].unit ?? ''))
}

function amountOf(resource: Resource, row: ApiRow) {
  const name = amountNameOf(resource)
  if (name === undefined || (row[name] ?? null) === null) return undefined
  const field = resource.fields[name]!
  return { value: show(field, row[name]), small: lowerFirst(labelOf(name, field)) }
}

function stateOf(resource: Resource, row: ApiRow, today: string): SaidHeader['state'] {
  const { kind, fields, dated } = resource
  const own = ['status', 'state'].find(name => fields[name] && typeof row[name] === 'string')
  const tone = own === undefined ? undefined : tonesIn(fields[own]!)?.[String(row[own])]
  if (tone) return { tone, word: textInRow(resource, row, own!, fields[own!]!) }
  if (kind !== 'master') return undefined
  if (row.confirmStatus === 'PENDING') return { tone: 'wait', word: 'Awaiting confirmation' }
  if (row.isActive === false) return { tone: 'end', word: 'Inactive' }
  if (row.confirmStatus === 'CHANGE_PENDING') return { tone: 'wait', word: 'Change awaits confirmation' }
  if (isOver(resource, row, today)) return { tone: 'end', word: `Ended ${dayText(String(row.validTo))}` }
  if (dated && String(row.validFrom) > today)
    return { tone: 'calm', word: `Begins ${plainDay(String(row.validFrom), today)}` }
  return { tone: 'calm', word: 'Active' }
}

function nextOf({ dated }: Resource, { validTo, isActive }: ApiRow, today: string) {
  if (!dated || isActive === false || typeof validTo !== 'string' || validTo === FOREVER) return undefined
  const day = plainDay(validTo, today)
  return [validTo < today ? `It ended on ${day}.` : `It ends on ${day}.`]
}
