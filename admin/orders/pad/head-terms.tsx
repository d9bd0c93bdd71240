import type { HeaderBody, TermName } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { termText, termTitles } from '../../../resources/orders/terms/term-text.ts'
import { freightTerms, transModes } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { useAnswer, usePad } from './pad.ts'
import { agreedText, agreementsOf, sharedTerm } from './pad-terms.ts'

const AS_AGREED = 'AS_AGREED'

/** The terms of the order: our own people may choose others than those agreed, which buyers read. */
export function HeadTerms({
  context,
  header,
  field,
  onChange,
}: {
  context: OrderContext
  header: HeaderBody
  field: (name: keyof HeaderBody, label: string) => { id: string; label: string; error: string | undefined }
  onChange: (changes: Partial<HeaderBody>) => void
}) {
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  const { quote } = useAnswer(usePad().store)
  const agreements = agreementsOf(context, quote)
  const choices = { freightTerms, transMode: transModes, paymentTermsDays: context.paymentDays }
  const choose = (name: TermName, chosen: string) => {
    const value = choices[name].find(one => String(one) === chosen) ?? null
    onChange({ [name]: value })
  }
  return (Object.keys(choices) as TermName[]).map(name => {
    const row = field(name, termTitles[name])
    const agreed = agreedText(agreements, name)
    if (!isOurs)
      return (
        <FieldRow key={name} {...row} plain>
          {({ status: _, ...control }) => <span {...control}>{agreed}</span>}
        </FieldRow>
      )
    const shared = sharedTerm(agreements, name)
    const others = (choices[name] as readonly (string | number)[]).filter(value => value !== shared)
    return (
      <ChoiceRow
        key={name}
        {...row}
        options={[
          { value: AS_AGREED, label: `As agreed: ${shared === null ? agreed : termText(name, shared)}` },
          ...others.map(value => ({
            value: String(value),
            label: value === 'PWC' ? 'PWC, party will collect' : termText(name, value),
          })),
        ]}
        value={header[name] === null || header[name] === shared ? AS_AGREED : String(header[name])}
        onChange={chosen => choose(name, chosen)}
      />
    )
  })
}
