/** Covers the screen while a page loads: invisible for the first 200 ms, says more after 10 s. */
export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="loading-ring" aria-hidden="true" />
      <span>Loading...</span>
      <span className="loading-long">Still working. A slow connection can take a while.</span>
    </div>
  )
}
