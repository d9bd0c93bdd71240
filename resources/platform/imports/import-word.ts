import { logs } from '../../access.ts'
import { text } from '../../define/fields.ts'
import { record } from '../../define/resource.ts'

/** What stands in `about` of a word that is a heading; for a value it is the key of its column. */
export const ABOUT_HEADING = 'HEADING'

/** A heading or a value of files of a list, as somebody said what it means; the next file with it is read like that. */
export const importWord = record({
  path: 'import-words',
  name: 'import-word',
  title: 'Words of Files',
  purpose: 'What people said that headings and values of their files mean, for each list.',
  fields: {
    importType: text({ max: 80, label: 'List' }),
    about: text({ max: 100, hint: 'HEADING, or the column whose value it is' }),
    word: text({ max: 120, hint: 'Without spaces, signs and capital letters' }),
    written: text({ max: 120, label: 'As written' }),
    meaning: text({ max: 100, hint: 'The key of the column, or the option' }),
  },
  key: ['importType', 'about', 'word'],
  display: ['written', 'meaning'],
  list: ['importType', 'about', 'written', 'meaning', 'createdAt', 'createdById'],
  search: ['written', 'meaning'],
  sort: ['importType', 'about', 'word'],
  access: logs,
})
