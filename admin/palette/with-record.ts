import type { Resource } from '../../resources/define/resource.ts'
import type { PaletteHit } from '../../resources/palette/commands.ts'
import { paletteRecords } from '../../resources/palette/palette-records.ts'
import { recordActs } from '../../resources/palette/record-acts.ts'
import { resourceAt } from '../../resources/registry.ts'
import type { Person } from '../account/person.ts'
import { mayEdit, pathOf } from '../shell/screens.ts'
import { isOffered, type Line } from './offers.ts'

const MOST_SCREENS = 5

/** A record that was found, under its name where it has one: `Sahyadri Biologics Pvt Ltd`, beside its number. */
export function namedHit(hit: PaletteHit): Line & { isRecord: true } {
  const [name, ...rest] = hit.beside.split(' · ')
  const isNamed = paletteRecords.some(({ kind, byName }) => kind === hit.kind && byName) && !!name
  return {
    kind: hit.kind,
    path: hit.path,
    words: '',
    isRecord: true,
    title: isNamed ? name : hit.title,
    beside: isNamed ? [hit.title, ...rest].join(' · ') : hit.beside,
  }
}

/** What the person does with the marked record: its everyday acts, and an edit of what they keep. */
export function actsOn(person: Person, hit: PaletteHit): Line[] {
  const record = recordOf(hit)
  if (!record) return []
  const { resource, id } = record
  const { title: name } = namedHit(hit)
  const line = (label: string, path: string, isFile = false): Line => ({
    kind: isFile ? 'File' : 'Action',
    title: `${label} ${name}`,
    beside: '',
    words: '',
    path,
    ...(isFile && { isFile }),
  })
  const declared = (recordActs[resource.name] ?? [])
    .filter(({ key, who }) => hit.acts.includes(key) && isOffered(person, who))
    .map(({ label, path: [before, after = ''], isFile }) => line(label, `${before}${id}${after}`, isFile))
  const edits = resource.kind === 'master' && mayEdit(person.may, resource)
  return edits ? [...declared, line('Edit', pathOf.edit(resource, id))] : declared
}

/** The screens that the person opens and that list rows of the marked record, with it set. */
export function screensWith(person: Person, hit: PaletteHit, screens: readonly Line[]): Line[] {
  const record = recordOf(hit)
  if (!record) return []
  return (
    screens
      .flatMap(screen => {
        const listed = resourceAt(screen.path.slice(1))
        const field = listed && fieldOf(listed, record.resource)
        if (!listed || field === undefined || !person.may('read', listed.path, field)) return []
        return [{ ...screen, path: `${screen.path}?f.${field}=in.${record.id}`, isReport: listed.kind === 'report' }]
      })
      // What is read comes before what is maintained.
      .toSorted((one, other) => Number(other.isReport) - Number(one.isReport))
      .slice(0, MOST_SCREENS)
  )
}

/** The first column of a list that names such a record. */
const fieldOf = ({ fields }: Resource, to: Resource) =>
  Object.keys(fields).find(name => fields[name]!.kind === 'reference' && fields[name]!.to === to.name)

function recordOf({ kind, path }: PaletteHit) {
  const record = paletteRecords.find(one => one.kind === kind)
  return record && { resource: record.resource, id: Number(path.slice(record.page.length)) }
}
