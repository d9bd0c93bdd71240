/** What of a request looks different since its command is declared, and why; a test finds each that is not named here. */
export const wireChanges: Readonly<Record<string, string>> = {
  'GET dealerdash': 'The code and the name of the distributor have the lengths of the master.',
  'GET home': 'A number says null where nothing is late or dated; these names were left out.',
  'GET my-report-files': 'Its texts have the lengths of their columns.',
  'POST my-report-files': 'Its texts have the lengths of their columns.',
  'GET my-report-schedules': 'Its texts have the lengths of their columns.',
  'POST my-report-schedules': 'Its texts have the lengths of their columns; a report without filters needs no query.',
  'GET my-restatements': 'Its texts have the lengths of their columns.',
  'GET growth-bridge': 'Each step is always told; it is 0 where it adds nothing.',
  'GET report-groups': 'A key is said to be what it always was: an id, a text, yes or no, or null.',
  'GET layouts': 'The list and the name have the lengths of their columns.',
  'POST layouts': 'One of five bodies, each with the names that belong together; the answer names all five.',
  'GET views': 'The list and the name have the lengths of their columns.',
  'POST views': 'The list and the name have the lengths of their columns.',
  'PATCH views/{id}': 'The list and the name have the lengths of their columns.',
  'POST payments/cart': 'The TDS of a line may be left out, as it always might: it is 0 then.',
  'POST payments/checkout': 'The TDS of a line may be left out, as it always might: it is 0 then.',
}
