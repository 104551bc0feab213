// Draws the present picture of a video as a JPEG, for the pages with the phone's camera. The JPEG's longer side has at
// most `longest` pixels. Returns a promise of the JPEG, or null before the video's first picture.
function drawFrame(video, longest, quality) {
  const { videoWidth: width, videoHeight: height } = video;
  if (!width) return null;
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((then) => canvas.toBlob(then, "image/jpeg", quality));
}
