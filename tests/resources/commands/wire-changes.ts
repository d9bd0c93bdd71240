/** What of a request looks different since its command is declared, and why; a test finds each that is not named here. */
export const wireChanges: Readonly<Record<string, string>> = {
  'GET dealerdash': 'The code and the name of the distributor have the lengths of the master.',
  'GET home': 'A number says null where nothing is late or dated; these names were left out.',
  'POST payments/cart': 'The TDS of a line may be left out, as it always might: it is 0 then.',
  'POST payments/checkout': 'The TDS of a line may be left out, as it always might: it is 0 then.',
}
