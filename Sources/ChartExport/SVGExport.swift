import Painting
