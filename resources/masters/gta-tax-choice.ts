import { gtaTaxChoices } from '../access.ts'
import { fyOf } from '../define/dates.ts'
import { choice, date, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { type GtaTaxMode, gtaTaxModes, gtaTaxWords } from '../trade.ts'
import { transporter } from './transporter.ts'

/** The first day of forward charge at 18 %; before it there was 5 % only (notification 15/2025-CT(R)). */
export const EIGHTEEN_SINCE = '2025-09-22'

/** How a transporter has its carriage taxed from a financial year on: by Annexure V, until Annexure VI. */
export const gtaTaxChoice = resource({
  group: 'masters',
  name: 'gta-tax-choice',
  title: 'GST of Carriage by Year',
  one: 'GST choice of a transporter',
  purpose: 'Which GST each transporter chose for a financial year; it holds until another year says otherwise.',
  fields: {
    transporterId: reference(transporter),
    fy: text({ max: 4, financialYear: true, label: 'Financial year' }),
    gtaTaxMode: choice(gtaTaxModes, { label: 'GST of carriage', words: gtaTaxWords }),
    declaredOn: date({ optional: true, label: 'Declared on', hint: 'The day of Annexure V or VI' }),
  },
  key: ['transporterId', 'fy'],
  display: ['transporterId', 'fy'],
  list: ['transporterId', 'fy', 'gtaTaxMode', 'declaredOn'],
  filters: ['transporterId', 'fy', 'gtaTaxMode'],
  sort: ['transporterId', 'fy'],
  rules: [
    {
      field: 'fy',
      code: 'FORMAT',
      message: 'must be two years in a row, such as 2627',
      check: ({ fy }) => /^\d{4}$/.test(fy) && (Number(fy.slice(0, 2)) + 1) % 100 === Number(fy.slice(2)),
    },
    {
      field: 'gtaTaxMode',
      code: 'RANGE',
      message: 'of 18 % is there from the financial year 2025-26 on',
      check: ({ gtaTaxMode, fy }) => gtaTaxMode !== 'FORWARD_18' || fy >= '2526',
    },
  ],
  access: gtaTaxChoices,
  everyRow: ['DISPATCH'],
  within: { TRANSPORTER: { transporterId: 'ownTransporter' } },
})

/** The tax of carriage on a day: as chosen for its financial year or the latest before, else as the transporter is kept. */
export function taxModeOf(
  choices: readonly Pick<GtaTaxChoice, 'fy' | 'gtaTaxMode'>[],
  kept: GtaTaxMode,
  day: string,
): GtaTaxMode {
  const [latest] = choices.filter(({ fy }) => fy <= fyOf(day)).toSorted((a, b) => b.fy.localeCompare(a.fy))
  const mode = latest?.gtaTaxMode ?? kept
  return mode === 'FORWARD_18' && day < EIGHTEEN_SINCE ? 'FORWARD_5' : mode
}

export type GtaTaxChoice = Row<typeof gtaTaxChoice>
