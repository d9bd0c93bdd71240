import { useParams } from 'react-router'
import { resourceAt } from '../../../resources/registry.ts'
import NotFound from '../../shell/not-found.tsx'
import ListPage from '../list/list-page.tsx'
import ShowPage from './show-page.tsx'

/** The list of a record that is in the menu; with an id in the address, one of its rows. */
export function RecordPages({ path }: { path: string }) {
  const resource = resourceAt(path)!
  const { id } = useParams()
  if (id === undefined) return <ListPage resource={resource} />
  return /^[1-9]\d{0,9}$/.test(id) ? <ShowPage resource={resource} id={Number(id)} /> : <NotFound />
}
