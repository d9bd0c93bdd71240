import { readdirSync, readFileSync } from 'node:fs'

/**
 * The refusals of the dispatch room that send people to another command, by the words that name it. Each is walked by
 * `exits.test.ts`: the command exists, for whom the sentence names, and leads where the person wanted to go.
 */
export const exits = [
  'void the event if it was reported by mistake',
  'report the return of the goods and add a new LR',
  'The transporter’s bill is approved, so the event stays: upload a POD that says otherwise, and Finance decides',
  'The POD is accepted, so the event stays: upload a POD that says otherwise',
  'The order is closed, so the event stays: upload a POD that says otherwise',
  'only the dispatch desk can reopen it',
  'so accept it on the LR first',
  'ask Finance to allow it',
  'accept or reject the GST',
  'take it off bill',
  'or have that bill withdrawn',
  'cancel the collection under Party Will Collect first',
  'ask the dispatch desk to take it off',
  'is ready for collection: cancel the collection first',
  'A collector is named by gate pass',
  'is named already by gate pass',
  'choose “Collect” for it first',
  'came back: the dispatch desk must decide first whether it is sent again',
  'is lost: the dispatch desk must decide first',
  'remove the invoice from the LR, or replace it',
  'and complain',
  'decide on the POD that followed it',
  'decline what the transporter reported',
  'void later ones first',
  'enter its invoices on a new LR',
  'book them on a new LR with this number, and upload the POD there',
  'count the goods on the next one',
  'reject it and upload one that fits, or correct the packages of the LR',
  'take it off there first',
] as const
export type Exit = (typeof exits)[number]

/** What a sentence says that sends somebody to another command. */
const sends = [
  ...['void the event', 'void later', 'reopen it', 'off bill', 'take it off', 'add a new LR', 'on a new LR'],
  ...['ask Finance', 'bill withdrawn', 'reject it', 'reject the', 'upload a POD', 'upload the POD', 'accept it on'],
  ...['decline what', 'cancel the collection', 'cancel it first', 'count the goods on', 'settle it first'],
  ...['must decide', 'and complain', 'decide on the POD', 'replace it', 'for it first', 'confirm it first'],
]

/** What says what a command does, or brings news of what is to be done: nobody is refused there. */
const noRefusals = [
  'The goods wait for dispatch again and can be put on a new LR.',
  'Accept what differs, or reject it.',
]

/** The texts in the source of the dispatch room that send somebody to another command, each with its file. */
export function sentencesWithExit(): { file: string; text: string }[] {
  return ['resources/dispatches', 'api/dispatches'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => {
        const source = readFileSync(`${root}/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        const texts = source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []
        return texts
          .filter(text => sends.some(verb => text.toLowerCase().includes(verb.toLowerCase())))
          .filter(text => !noRefusals.some(said => text.includes(said)))
          .map(text => ({ file: `${root}/${name}`, text }))
      }),
  )
}
