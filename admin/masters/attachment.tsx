import { Radio } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { deactivatedDocuments, documentLibrary } from '../../resources/masters/document-library.ts'
import { useMay } from '../account/person.ts'
import ListPage from '../derive/list/list-page.tsx'
import NotFound from '../shell/not-found.tsx'
import { DocumentPage } from './document-page.tsx'
import './lines.css'

/** The document library as a list, the deactivated ones apart; with an id in the address, one document. */
export default function Attachment() {
  const navigate = useNavigate()
  const { id } = useParams()
  const [params] = useSearchParams()
  const may = useMay()
  if (id !== undefined) return /^[1-9]\d{0,9}$/.test(id) ? <DocumentPage id={Number(id)} /> : <NotFound />
  const keeps = may('update', documentLibrary.path)
  const list = keeps && params.get('of') === 'Deactivated' ? deactivatedDocuments : documentLibrary
  return (
    <ListPage
      key={list.grid}
      resource={list}
      above={
        keeps && (
          <Radio.Group
            className="library-tabs"
            aria-label="Which documents"
            optionType="button"
            buttonStyle="solid"
            value={list.grid}
            options={[
              { label: 'In use', value: documentLibrary.grid },
              { label: 'Deactivated', value: deactivatedDocuments.grid },
            ]}
            onChange={({ target }) =>
              void navigate(`/masters/attachment${target.value === documentLibrary.grid ? '' : '?of=Deactivated'}`)
            }
          />
        )
      }
    />
  )
}
