import { lazy, Suspense } from 'react'
import { usePerson } from '../account/person.ts'
import { Cards } from './cards.tsx'
import { menuFor } from './menu-tree.ts'
import { PageFrame } from './page-frame.tsx'

const Banners = lazy(() => import('./banners.tsx'))
const Documents = lazy(() => import('./documents.tsx'))

/** The first page after sign-in: the person's main tasks, then everything else they may open, by branch. */
export default function Home() {
  const person = usePerson()
  const branches = menuFor(person)
  const first = branches.flatMap(branch => branch.entries).filter(entry => entry.home)
  const rest = branches.map(({ group, title, entries }) => ({
    path: entries.length === 1 ? entries[0]!.path : `/${group}`,
    title,
    purpose: entries.length === 1 ? entries[0]!.title : `${entries.length} screens`,
    count: undefined,
  }))
  return (
    <PageFrame title={`Welcome, ${person.user.name}`}>
      {first.length > 0 && <Cards entries={first} />}
      <Suspense fallback={null}>
        <Banners placement="HOME" />
        <Documents />
      </Suspense>
      <h2>Everything you can open</h2>
      <Cards entries={rest} />
      {rest.length === 0 && (
        <p role="status">
          None of your roles opens a screen yet. Ask an IT administrator for the role your work needs.
        </p>
      )}
    </PageFrame>
  )
}
