// Many small requests, several at a time: what they write is committed together, and nobody waits for each of them alone.

/** Hands each item to one of the lanes, in turn; a lane takes its next item when it is done with the one before. */
export async function inLanes<Lane, Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (item: Item, lane: Lane) => Promise<void>,
): Promise<void> {
  await Promise.all(
    lanes.map(async (lane, place) => {
      for (let index = place; index < items.length; index += lanes.length) await work(items[index] as Item, lane)
    }),
  )
}
