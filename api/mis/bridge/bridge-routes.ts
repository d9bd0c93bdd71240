import { date, integer, text } from '../../../resources/define/fields.ts'
import { bridgedReports, bridgeSteps, type GrowthBridge } from '../../../resources/mis/growth-bridge.ts'
import { answerOf, listOf, type Part, type Routes } from '../../derive/docs/route.ts'

const STEPS: Part = () => ({
  type: 'object',
  properties: Object.fromEntries(bridgeSteps.map(step => [step, { type: 'integer' }])),
})

/** Why sales are not those of the year before. */
export const bridgeRoutes: Routes = {
  'GET growth-bridge': {
    tag: 'Reports',
    summary:
      'The steps from the sales of the same days a year before to those of a period, in paise, with the filters of the report',
    query: { report: text({ max: 80, hint: `Its path: ${Object.keys(bridgedReports).join()}` }) },
    answer: answerOf<GrowthBridge>({
      period: listOf(date()) as never,
      periodBefore: listOf(date()) as never,
      before: integer(),
      after: integer(),
      steps: STEPS,
      lostCustomers: integer(),
      newCustomers: integer(),
    }),
    refusals: { 404: 'NOT_FOUND: there is no bridge of the report at this path' },
    isFor: ({ ability }) => Object.keys(bridgedReports).some(path => ability.can('read', path)),
  },
}
