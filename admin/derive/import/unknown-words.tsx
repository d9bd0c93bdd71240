import { Select } from 'antd'
import { optionKey } from '../../../resources/define/sheet/sheet.ts'
import type { ColumnMapping, SaidWord, SheetToMap } from '../../../resources/platform/imports/imports.ts'

/** A value of a column of choices that is none of them. */
interface UnknownWord {
  column: string
  heading: string
  word: string
  options: { value: string; label: string }[]
}

/** The values in the columns of choices that stand for none of their options. */
export const unknownWords = ({ columns, headings, texts = [] }: SheetToMap, chosen: ColumnMapping): UnknownWord[] =>
  columns.flatMap(({ key, options }) => {
    const place = chosen.indexOf(key)
    if (!options || place < 0) return []
    const known = new Set(options.flatMap(({ words }) => words))
    return (texts[place] ?? [])
      .filter(word => optionKey(word) !== '' && !known.has(optionKey(word)))
      .map(word => ({
        ...{ column: key, heading: headings[place]!, word },
        options: options.map(({ option, label }) => ({ value: option, label })),
      }))
  })

const REFUSED = ''

/** Asks what each unknown word means; the next file of the list with it is read like that. */
export function UnknownWords({
  words,
  said,
  onSaid,
}: {
  words: readonly UnknownWord[]
  said: readonly SaidWord[]
  onSaid: (said: SaidWord[]) => void
}) {
  if (words.length === 0) return null
  const meaningOf = ({ column, word }: UnknownWord) =>
    said.find(one => one.column === column && one.word === word)?.option ?? REFUSED
  const say = ({ column, word }: UnknownWord, option: string) =>
    onSaid([
      ...said.filter(one => one.column !== column || one.word !== word),
      { column, word, option: option === REFUSED ? null : option },
    ])
  return (
    <fieldset className="unknown-words">
      <legend>Words that are not known here: say what they mean, once for this list</legend>
      {words.map(word => (
        <p key={`${word.column}/${word.word}`}>
          “{word.word}” under {word.heading} means{' '}
          <Select
            aria-label={`What ${word.word} means`}
            popupMatchSelectWidth={false}
            value={meaningOf(word)}
            options={[{ value: REFUSED, label: 'nothing: refuse its rows' }, ...word.options]}
            onChange={option => say(word, option)}
          />
        </p>
      ))}
    </fieldset>
  )
}
