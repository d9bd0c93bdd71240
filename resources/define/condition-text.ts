import type { Condition, Plain, Test } from './condition.ts'
import { isNot, valuesIn } from './condition.ts'
import type { Field } from './fields.ts'
import { labelOf } from './label.ts'
import { optionText } from './option-text.ts'
import { show } from './show.ts'

type OptionName = (field: Field, option: string) => string

/** An option in the words of our own people. */
const nameOfOption: OptionName = ({ words }, option) => words?.staff[option] ?? optionText(option)

/** A condition in words: «Plant type is CnF or Depot and GSTIN is filled in»; `nameOf` says how options are called. */
export const conditionText = (
  condition: Condition,
  fields: Readonly<Record<string, Field>>,
  nameOf: OptionName = nameOfOption,
): string =>
  Object.entries(condition)
    .map(([name, test]) => testText(name === 'isActive' ? ACTIVE : fields[name], name, test, nameOf))
    .join(' and ')

const ACTIVE: Field = { kind: 'flag', optional: false, label: 'Active' }

function testText(field: Field | undefined, name: string, test: Test, nameOf: OptionName): string {
  const label = labelOf(name, field ?? {})
  const valueText = valuesIn(test)
    .map(value =>
      value === null ? 'empty' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : shown(field, value, nameOf),
    )
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')
  if (!isNot(test)) return `${label} is ${valueText}`
  return valueText === 'empty' ? `${label} is filled in` : `${label} is not ${valueText}`
}

function shown(field: Field | undefined, value: Plain, nameOf: OptionName) {
  if (field && typeof value === 'number') return show(field, value)
  return field?.kind === 'choice' ? nameOf(field, String(value)) : String(value)
}
