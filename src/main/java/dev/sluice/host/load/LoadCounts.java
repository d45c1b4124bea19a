package dev.sluice.host.load;

/**
 * What has become of one source's frames so far.
 *
 * @param sentFrames handed to the source's link
 * @param deliveredFrames that have come whole
 * @param markedFrames of these with congestion experienced
 * @param trimmedFrames that have come cut down to their headers
 * @param shortestPs the shortest time from a frame's sending to its delivery; −1 without any
 * @param longestPs the longest; −1 without any
 */
public record LoadCounts(
    long sentFrames,
    long deliveredFrames,
    long markedFrames,
    long trimmedFrames,
    long shortestPs,
    long longestPs) {}
