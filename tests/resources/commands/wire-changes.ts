/** What of a request looks different since its command is declared, and why; a test finds each that is not named here. */
const everyStep =
  'Each step is described with what it asks, and needs it; a step that the portal takes by itself is not offered.'
const waiting =
  'Steps that wait for a rule are told with its reason; a step that the portal takes by itself is not named.'
const defaultTds = 'The TDS of a line may be left out, as it always might: it is 0 then.'

export const wireChanges: Readonly<Record<string, string>> = {
  'GET complaint-steps': waiting,
  'GET dispute-steps': waiting,
  'POST complaint-reassignments':
    'Gone: `POST complaint-bulk-steps` takes over and reassigns many, with the same results as those of disputes.',
  'POST complaint-steps': everyStep,
  'POST dispute-bulk-steps': everyStep,
  'POST dispute-steps': everyStep,
  'POST payments/cart': defaultTds,
  'POST payments/checkout': defaultTds,
}
