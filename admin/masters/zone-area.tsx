import { useList } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { zoneArea } from '../../resources/masters/zone-area.ts'
import { zone } from '../../resources/settings/zone.ts'
import { useMay } from '../account/person.ts'
import ListPage from '../derive/list/list-page.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { Drawer } from '../shell/drawer.tsx'
import { pathOf } from '../shell/screens.ts'

/** The sales areas, with their zones beside them. */
export default function ZoneArea() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ListPage resource={zoneArea} more={<Button onClick={() => setOpen(true)}>Show zones</Button>} />
      <Drawer title="Zones" open={open} onClose={() => setOpen(false)} width={360} destroyOnHidden>
        <Zones />
      </Drawer>
    </>
  )
}

function Zones() {
  const may = useMay()
  const { result } = useList<ApiRow>({
    resource: zone.path,
    pagination: { pageSize: 50 },
    meta: { query: { isActive: true } },
    errorNotification: false,
  })
  const mayUpdate = may('update', zone.path)
  return (
    <>
      <ul className="plain-list">
        {result.data.map(row => (
          <li key={row.id}>
            {mayUpdate ? (
              <Link to={pathOf.edit(zone, row.id)}>
                {String(row.code)} · {String(row.name)}
              </Link>
            ) : (
              `${row.code} · ${row.name}`
            )}
          </li>
        ))}
      </ul>
      {may('create', zone.path) ? (
        <p>
          <Link to={pathOf.create(zone)}>New zone</Link>
        </p>
      ) : (
        <p className="quiet">Zones are maintained by the IT administrator.</p>
      )}
    </>
  )
}
